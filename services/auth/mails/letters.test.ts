import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { makeTenant } from '#testing/factories.ts'
import { PASSWORD, authCall, latestEmailTo, newEmail } from '#testing/test-users.ts'
import { testApp } from '#testing/test-app.ts'
import { LANGUAGES, type Language } from '#kernel/browser/languages.ts'
import type { TenantCard } from '#kernel/tenancy.ts'
import { openAuth } from '../auth.ts'
import { creators, endUsersOf } from '../pool.ts'
import { alreadyRegisteredMail, noticeMail, tokenMail } from './letters.ts'
import type { Notice } from './letters.ts'
import { localeOf } from './locale.ts'
import type { MailTokenType } from './mail-tokens.ts'

const OURS = 'https://app.example'
const app = await testApp({ env: { AUTH_LIMIT_FACTOR: '1000', PUBLIC_URL: OURS } })
const auth = openAuth(app.kernel)
const card: TenantCard = {
  id: '0190a0a0-0000-7000-8000-000000000001',
  name: 'Hearth & Rye',
  public_key: 'pk_0123456789abcdefghijklmn',
  theme: { variant: 'clean' },
  auth_provider: 'supabase',
  auth0_domain: null,
  auth0_client_id: null,
  stripe_mode: 'live',
  allowed_origins: ['https://shop.example'],
  measuring: 'off',
  missing_plans: [],
}
const locales = LANGUAGES
const types: MailTokenType[] = [
  'signup',
  'invite',
  'magiclink',
  'recovery',
  'email_change_current',
  'email_change_new',
  'reauthentication',
]
const notices: Notice[] = [
  { kind: 'password_changed' },
  { kind: 'email_changed', newEmail: 'new@example.test' },
  { kind: 'factor_added', name: 'My phone' },
  { kind: 'factor_removed', name: 'My phone' },
  { kind: 'passkey_added', name: 'My key' },
  { kind: 'passkey_removed', name: 'My key' },
  { kind: 'identity_added', name: 'GitHub' },
  { kind: 'identity_removed', name: 'GitHub' },
  { kind: 'account_deleted' },
]
const to = 'ada@example.test'
const carried = (type: MailTokenType, locale: Language, pool = endUsersOf(card)) =>
  tokenMail(auth, pool, {
    to,
    locale,
    type,
    token: { link: 'LINK-TOKEN', code: '012345' },
    returnTo: 'https://shop.example/cart',
    newEmail: 'new@example.test',
  })
const letters = (locale: Language, pool = endUsersOf(card)) => [
  ...types.map((type) => carried(type, locale, pool)),
  alreadyRegisteredMail(auth, pool, { to, locale }),
  ...notices.map((notice) => noticeMail(auth, pool, { to, locale }, notice)),
]

describe('every email in every language', () => {
  test('has text and HTML that name the brand, a subject, and no missing value', () => {
    for (const locale of locales) {
      const all = letters(locale)
      assert.equal(new Set(all.map(({ subject }) => subject)).size, all.length, locale)
      for (const { subject, text, html, from } of all) {
        assert.equal(from, 'Hearth & Rye')
        assert.ok(subject.includes('Hearth & Rye'), subject)
        assert.ok(html.includes(`<html lang="${locale}" dir="${locale === 'ar' ? 'rtl' : 'ltr'}">`))
        for (const part of [subject, text, html]) assert.doesNotMatch(part, /undefined|\[object|\bnull\b|NaN/)
      }
    }
  })

  test('contains no English in another language', () => {
    const english = new Set(
      letters('en').flatMap(({ text }) => text.split('\n').filter((line) => line.length > 20)),
    )
    for (const locale of locales.slice(1))
      for (const { text } of letters(locale))
        for (const line of text.split('\n').filter((one) => !one.startsWith('http')))
          assert.equal(english.has(line), false, `${locale}: ${line}`)
  })

  test('[D14] [D23] links open our confirm page with the token, and codes have their own line', () => {
    for (const locale of locales)
      for (const pool of [creators, endUsersOf(card)])
        for (const type of types) {
          const { text, html } = carried(type, locale, pool)
          assert.match(text, /^012345$/m)
          assert.ok(html.includes('012345'))
          const links = text.match(/https?:\/\/\S+/g) ?? []
          if (type === 'reauthentication') assert.deepEqual(links, [])
          else {
            const url = new URL(links[0]!)
            assert.equal(links.length, 1)
            assert.equal(url.origin + url.pathname, `${OURS}/${pool.tenant ? 'embed' : 'auth'}/confirm`)
            assert.equal(url.searchParams.get('token_hash'), 'LINK-TOKEN')
            assert.equal(url.searchParams.get('type'), type.replace(/_(current|new)$/, ''))
          }
        }
  })

  test('notices and the email for an existing account link to the sign-in page, or nowhere', () => {
    for (const [pool, page] of [
      [creators, `${OURS}/auth`],
      [endUsersOf(card), `${OURS}/embed/auth?tenant=${card.public_key}`],
    ] as const)
      for (const locale of locales) {
        const emails = [
          alreadyRegisteredMail(auth, pool, { to, locale }),
          ...notices.map((notice) => noticeMail(auth, pool, { to, locale }, notice)),
        ]
        const found = emails.map(({ text }) => text.match(/https?:\/\/\S+/g) ?? [])
        assert.deepEqual(found[0], [page])
        for (const links of found) assert.ok(links.every((link) => link === page))
      }
  })

  test('[K03] names of tenants, factors and addresses are escaped, whatever they contain', () => {
    const hostile = `"><img src=x onerror=alert(1)><script>alert(1)</script>\r\nBcc: eve@example.test`
    const pool = endUsersOf({ ...card, name: hostile })
    for (const locale of locales)
      for (const mail of [
        ...letters(locale, pool),
        noticeMail(auth, pool, { to, locale }, { kind: 'factor_added', name: hostile }),
        noticeMail(auth, pool, { to, locale }, { kind: 'email_changed', newEmail: hostile }),
      ]) {
        assert.doesNotMatch(mail.html, /<(img|script)|"><img/i)
        assert.ok((mail.html.match(/<a /g)?.length ?? 0) <= 1)
        assert.doesNotMatch(mail.subject, /[\r\n]/)
        assert.doesNotMatch(mail.from ?? '', /[\r\n]/)
      }
  })
})

describe('language', () => {
  const cases: [metadata: Record<string, unknown> | undefined, header: string | undefined, Language][] = [
    [undefined, undefined, 'en'],
    [{}, 'de', 'de'],
    [{}, 'de-AT,de;q=0.9,en;q=0.8', 'de'],
    [{}, 'sv,fr;q=0.5,es;q=0.7', 'es'],
    [{}, 'ja-JP,en;q=0.5', 'ja'],
    [{}, 'en;q=0.1, fr;q=0.2', 'fr'],
    [{}, 'de;q=0, fr', 'fr'],
    [{}, '*', 'en'],
    [{}, ';;;,,q=1', 'en'],
    [{}, `${'x,'.repeat(5000)}de`, 'en'],
    [{ locale: 'fr' }, 'de', 'fr'],
    [{ locale: 'es_MX' }, 'de', 'es'],
    [{ locale: 'tlh' }, 'de', 'de'],
    [{ locale: 'constructor' }, undefined, 'en'],
    [{ locale: 7 }, 'es', 'es'],
    [{ locale: '__proto__' }, '__proto__', 'en'],
  ]
  for (const [metadata, header, expected] of cases)
    test(`${JSON.stringify(metadata)} and ${header?.slice(0, 30)} give ${expected}`, () =>
      assert.equal(localeOf(metadata, header), expected))

  test("an email uses the browser's language, then the user's own setting", async () => {
    const tenant = await makeTenant(app.database, { name: 'Hearth & Rye' })
    const call = authCall(app, tenant.public_key)
    const email = newEmail()
    const headers = { 'accept-language': 'de-CH, en;q=0.5' }
    await call('POST', '/signup', { body: { email, password: PASSWORD, data: { locale: 'fr' } }, headers })
    assert.match(latestEmailTo(app, email).subject, /^Confirmez/)
    const other = newEmail()
    await call('POST', '/otp', { body: { email: other }, headers })
    assert.equal(latestEmailTo(app, other).subject, 'Anmelden bei Hearth & Rye')
    await call('POST', '/recover', { body: { email: other } })
    assert.match(latestEmailTo(app, other).subject, /^Choose a new password/)
  })
})

test('[D14] every email uses the configured address, whatever host the request names', async () => {
  const evil = 'evil.example'
  const known = newEmail()
  await authCall(app, app.serviceKey)('POST', '/admin/users', {
    body: { email: known, password: PASSWORD, email_confirm: true },
  })
  const requests: [path: string, body: object, email: string][] = [
    ['/otp', {}, newEmail()],
    ['/otp', {}, known],
    ['/magiclink', {}, newEmail()],
    ['/recover', {}, known],
    ['/signup', { password: PASSWORD }, newEmail()],
    ['/signup', { password: PASSWORD }, known],
  ]
  for (const [path, body, email] of requests) {
    const response = await app.app.request(`https://${evil}/auth/v1${path}?redirect_to=https://${evil}/x`, {
      method: 'POST',
      headers: {
        host: evil,
        'x-forwarded-host': evil,
        'x-forwarded-proto': 'http',
        'x-forwarded-port': '666',
        'x-original-host': evil,
        forwarded: `host=${evil};proto=http`,
        origin: `https://${evil}`,
        referer: `https://${evil}/`,
        apikey: app.anonKey,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ email, ...body }),
    })
    assert.equal(response.status, 200, path)
    const mail = latestEmailTo(app, email)
    assert.equal(new URL(mail.link).origin, OURS)
    assert.equal(`${mail.text}${mail.html}${mail.subject}`.includes(evil), false)
  }
})

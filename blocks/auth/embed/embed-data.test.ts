import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Kernel } from '#kernel/kernel.ts'
import type { TenantCard } from '#kernel/tenancy.ts'
import { sessionCookieName } from '#services/auth/sessions/session-cookie.ts'
import { actAs } from '#testing/act-as.ts'
import { makeTenant } from '#testing/factories.ts'
import { hostileAddresses } from '#testing/hostile-addresses.ts'
import { testApp } from '#testing/test-app.ts'
import {
  loadAuth0Data,
  loadAuthData,
  loadConfirmData,
  loadConsentData,
  loadReturnData,
} from './embed-data.ts'

const kernel = { config: { publicUrl: 'https://app.example' } } as Kernel
const tenant = {
  id: 't',
  public_key: 'pk_AAAAAAAAAAAAAAAAAAAAAAAA',
  stripe_mode: 'live',
  allowed_origins: ['https://shop.example'],
} as TenantCard

const request = (query: Record<string, string>, cookie = '') => ({
  tenant,
  claims: actAs.visitor('t'),
  url: new URL(`https://app.example/embed/confirm?${new URLSearchParams(query)}`),
  headers: new Headers({ cookie }),
})

const app = await testApp()
const real = await makeTenant(app.database)
const card = (await app.kernel.tenancy.byPublicKey(real.public_key))!

test('the sign-in page sees from its own tenant’s cookie that a session may be restored', async () => {
  const own = sessionCookieName(card.public_key)
  const other = sessionCookieName('pk_BBBBBBBBBBBBBBBBBBBBBBBB')
  const restoring = async (cookie: string) =>
    (await loadAuthData(app.kernel, { ...request({}, cookie), tenant: card })).restoring
  assert.equal(await restoring(`a=1; ${own}=token`), true)
  assert.equal(await restoring(`${other}=token`), false)
  assert.equal(await restoring(''), false)
})

test('[D15] the confirm page links back to listed sites only, and passes the token on unchanged', async () => {
  const load = (redirect_to: string) => loadConfirmData(kernel, request({ token_hash: 'abc', redirect_to }))
  assert.deepEqual(await load('https://shop.example/account?a=1'), {
    passing: true,
    tokenHash: 'abc',
    type: 'signup',
    site: { url: 'https://shop.example/account?a=1', name: 'shop.example' },
  })
  for (const address of [
    ...hostileAddresses,
    '',
    'https://app.example/embed/auth?tenant=pk_1',
    'http://localhost:3000/',
  ])
    assert.equal((await load(address)).site, null, address)
  assert.equal((await loadConfirmData(kernel, request({}))).tokenHash, '')
})

test('the confirm page reads what the email was for, and treats an unknown value as a sign-up', async () => {
  const typeOf = async (type: string) => (await loadConfirmData(kernel, request({ type }))).type
  for (const type of ['signup', 'invite', 'magiclink', 'recovery', 'email_change'])
    assert.equal(await typeOf(type), type)
  assert.equal(await typeOf('email'), 'magiclink')
  for (const type of ['', 'constructor', '__proto__', 'SIGNUP', 'x'.repeat(10_000)])
    assert.equal(await typeOf(type), 'signup', type.slice(0, 20))
})

test('visitors are offered the sign-in methods of their tenant’s pool', async () => {
  const read = async () => (await loadAuthData(app.kernel, { ...request({}), tenant: card })).ways!
  const { providers: _, ...ways } = await read()
  assert.deepEqual(ways, { password: true, signUp: true, emailCode: true, passkeys: true })
  const change = { email_otp: false, passkeys: false, disable_signup: true }
  const answer = await app.request('/auth/v1/admin/settings', {
    method: 'PATCH',
    headers: {
      apikey: app.serviceKey,
      authorization: `Bearer ${app.serviceKey}`,
      'content-type': 'application/json',
      'x-bb-pool': real.id,
    },
    body: JSON.stringify(change),
  })
  assert.equal(answer.status, 200)
  const { providers: __, ...fewer } = await read()
  assert.deepEqual(fewer, { password: true, signUp: false, emailCode: false, passkeys: false })
})

test('[D15] the provider window offers the tenant’s providers, and returns to its sites only', async () => {
  const live = { ...card, stripe_mode: 'live' as const, allowed_origins: ['https://shop.example'] }
  const load = (query: Record<string, string>) =>
    loadReturnData(app.kernel, { ...request(query), tenant: live })
  assert.deepEqual(await load({ provider: 'no-such', back: 'https://shop.example/a' }), {
    passing: true,
    provider: null,
    site: { url: 'https://shop.example/a', name: 'shop.example' },
    authorizationId: null,
  })
  for (const address of [...hostileAddresses, 'https://app.example/embed/auth'])
    assert.equal((await load({ back: address })).site, null, address)
})

test('[D15] in test mode a session may be handed to localhost, but not to hosts where anybody can publish a page', async () => {
  const trying = { ...card, stripe_mode: 'test' as const, allowed_origins: ['https://mine.webflow.io'] }
  const sitesOf = async (address: string) => {
    const embedRequest = { ...request({ back: address, redirect_to: address }), tenant: trying }
    const loaded = [
      await loadReturnData(app.kernel, embedRequest),
      await loadAuth0Data(app.kernel, embedRequest),
      await loadConfirmData(app.kernel, embedRequest),
    ]
    return loaded.map(({ site }) => site?.url)
  }
  for (const address of ['http://localhost:5173/', 'https://mine.webflow.io/'])
    assert.deepEqual(await sitesOf(address), [address, address, address])
  for (const address of ['https://evil.webflow.io/', 'https://evil.netlify.app/', 'https://evil.github.io/x'])
    assert.deepEqual(await sitesOf(address), [undefined, undefined, undefined], address)
})

test('[D15] the provider window returns to our own consent page by its request ID only', async () => {
  const { publicUrl } = app.config
  const id = '0190d2a0-0000-7000-8000-000000000001'
  const load = (back: string) => loadReturnData(app.kernel, { ...request({ back }), tenant: card })
  const own = await load(`${publicUrl}/embed/consent?tenant=${card.public_key}&authorization_id=${id}`)
  assert.deepEqual([own.authorizationId, own.passing, own.site], [id, false, null])
  for (const address of [
    ...hostileAddresses,
    `https://evil.example/embed/consent?authorization_id=${id}`,
    `${publicUrl}/embed/consent/x?authorization_id=${id}`,
    `${publicUrl}/embed/auth?authorization_id=${id}`,
    `${publicUrl}/embed/consent?authorization_id=x`,
    `${publicUrl}/embed/consent`,
  ])
    assert.equal((await load(address)).authorizationId, null, address)
})

test('the consent page knows its request, and how visitors sign in', async () => {
  const embedRequest = { ...request({ authorization_id: 'a-request' }), tenant: card }
  const { authorizationId, ways, restoring } = await loadConsentData(app.kernel, embedRequest)
  assert.deepEqual([authorizationId, restoring, ways?.password], ['a-request', false, true])
})

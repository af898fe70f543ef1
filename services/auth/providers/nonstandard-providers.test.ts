import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { exportPKCS8, generateKeyPair, jwtVerify } from 'jose'
import { hostileIdentity } from '#testing/hostile-identity.ts'
import { newEmail } from '#testing/test-users.ts'
import { providerFlow } from '#testing/provider-flow.ts'
import { visitorOf } from '#testing/test-identity.ts'
import { creators } from '../pool.ts'
import { interpretTokenError, testProvider } from './check-provider.ts'
import { offeredProvider } from './provider-store.ts'
import { proposedProvider, saveProvider } from './save-provider.ts'

// Protocols that the certified provider cannot play: GitHub's (no ID token, addresses by a second call) and
// Apple's (a posted form, a signed secret). The server here responds in the shapes of their documentation.

const CLIENT = 'odd-client'
const fake = await hostileIdentity(CLIENT)
const { app, auth, identity, startOf } = await providerFlow({ reaching: [fake.origin] })

/**
 * Signs in at the fake provider.
 * @returns the parameters of the final redirect, and the user
 */
async function signInAt(
  provider: string,
  back: (authorizeUrl: string, browser: ReturnType<typeof visitorOf>) => Promise<string>,
) {
  const browser = visitorOf(app)
  const { to, set } = await browser.go(startOf({ provider }))
  const end = new URL(await back(to, browser))
  const words = new URLSearchParams(end.hash.slice(1))
  const token = words.get('access_token')
  const user = token ? (await app.client().auth.getUser(token)).data.user : null
  return { words, user, set, to: new URL(to) }
}

describe('GitHub', () => {
  const at = (path: string) => fake.origin + path
  const person = (emails: object[]) => ({
    '/user': {
      id: 4711,
      login: 'octo',
      name: 'Octo Cat',
      avatar_url: 'https://avatars.example/1',
      email: 'public@example.test',
    },
    '/user/emails': emails,
  })
  const follow = async (to: string, browser: ReturnType<typeof visitorOf>) =>
    (await browser.go(fake.codeFor(to))).to

  test('only a verified primary address of the second call counts', async () => {
    await saveProvider(auth, creators, 'github', {
      client_id: CLIENT,
      client_secret: 'gh-secret',
      config: { authorization_url: at('/authorize'), token_url: at('/token'), userinfo_url: at('/user') },
    })
    const email = newEmail()
    fake.lie({
      token: { access_token: 'gho_1', token_type: 'bearer', scope: 'user:email' },
      answers: person([
        { email: 'old@example.test', primary: false, verified: true },
        { email, primary: true, verified: true },
      ]),
    })
    const { user, to } = await signInAt('github', follow)
    assert.equal(user?.email, email)
    assert.equal(user.identities?.[0]?.id, '4711')
    assert.deepEqual(
      [user.user_metadata.user_name, user.user_metadata.full_name, user.user_metadata.avatar_url],
      ['octo', 'Octo Cat', 'https://avatars.example/1'],
    )
    assert.equal(to.searchParams.get('scope'), 'user:email')
    const sent = fake.tokenRequests.at(-1)!
    assert.deepEqual(
      [sent.body.get('client_secret'), sent.body.get('code_verifier')?.length],
      ['gh-secret', 43],
    )

    fake.lie({
      token: { access_token: 'gho_2', token_type: 'bearer' },
      answers: {
        ...person([{ email: newEmail(), primary: true, verified: false }]),
        '/user': { id: 4712, login: 'x' },
      },
    })
    assert.equal(
      (await signInAt('github', follow)).words.get('error_code'),
      'provider_email_needs_verification',
    )
  })

  test('a refusal with status 200 is a refusal, and so is a profile without an id', async () => {
    fake.lie({ token: { error: 'bad_verification_code' } })
    assert.equal((await signInAt('github', follow)).words.get('error_code'), 'provider_refused')
    fake.lie({
      token: { access_token: 'x', token_type: 'bearer' },
      answers: { '/user': {}, '/user/emails': [] },
    })
    assert.equal((await signInAt('github', follow)).words.get('error_code'), 'provider_refused')
  })
})

test('Apple: the response is a posted form, the secret a signed JWT, and the name comes next to the token', async () => {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true })
  await saveProvider(auth, creators, 'apple', {
    client_id: CLIENT,
    client_secret: await exportPKCS8(privateKey),
    config: { issuer: fake.origin, team_id: 'TEAM', key_id: 'KEY' },
  })
  const email = newEmail()
  fake.lie({ claims: { email, email_verified: 'true', sub: 'apple-1' } })
  const { user, set, to } = await signInAt('apple', async (authorizeUrl, browser) => {
    const back = new URL(fake.codeFor(authorizeUrl))
    const form = new URLSearchParams(back.search)
    form.set(
      'user',
      JSON.stringify({ name: { firstName: 'Ada', lastName: 'Lovelace' }, email: 'forged@example.test' }),
    )
    return (await browser.go(back.origin + back.pathname, { method: 'POST', body: form })).to
  })
  assert.equal(to.searchParams.get('response_mode'), 'form_post')
  assert.match(set[0]!, /SameSite=None/)
  assert.equal(user?.email, email)
  assert.equal(user.user_metadata.full_name, 'Ada Lovelace')
  const secret = fake.tokenRequests.at(-1)!.body.get('client_secret')!
  const { payload, protectedHeader } = await jwtVerify(secret, publicKey, {
    audience: 'https://appleid.apple.com',
  })
  assert.deepEqual([payload.iss, payload.sub, protectedHeader.kid], ['TEAM', CLIENT, 'KEY'])
})

describe('testing a provider before it is saved', () => {
  const input = {
    client_id: identity.clientId,
    client_secret: identity.clientSecret,
    config: { issuer: identity.issuer },
  }
  const tried = async (change: object) =>
    testProvider(auth, await proposedProvider(auth, creators, 'custom:new', { ...input, ...change }))

  test('the certified provider accepts the client, refuses it, or is unreachable', async () => {
    assert.deepEqual(await tried({}), { result: 'fine' })
    assert.equal((await tried({ client_secret: 'wrong' })).result, 'wrong_client')
    assert.equal((await tried({ client_id: 'unknown' })).result, 'wrong_client')
    assert.equal((await tried({ config: { issuer: 'http://127.0.0.1:9' } })).result, 'unreachable')
    assert.equal((await tried({ config: { issuer: `${identity.origin}/nothing` } })).result, 'unreachable')
    await assert.rejects(offeredProvider(auth, creators, 'custom:new'), { code: 'validation_failed' })
  })

  test('a discovery document of another issuer is reported as such', async () => {
    fake.lie({ document: { issuer: 'https://accounts.google.com' } })
    assert.deepEqual(await tried({ config: { issuer: fake.origin } }), {
      result: 'unreachable',
      reason: 'The discovery document names another issuer',
    })
  })

  test('the error messages of the large providers are recognized', () => {
    const words: [status: number, text: string, result: string][] = [
      [
        401,
        '{"error":"invalid_client","error_description":"The OAuth client was not found."}',
        'wrong_client',
      ],
      [400, '{"error":"invalid_grant","error_description":"Malformed auth code."}', 'fine'],
      [400, '{"error":"redirect_uri_mismatch"}', 'wrong_redirect'],
      [200, '{"error":"incorrect_client_credentials"}', 'wrong_client'],
      [200, '{"error":"bad_verification_code"}', 'fine'],
      [
        400,
        '{"error":{"message":"Error validating client secret.","type":"OAuthException","code":1}}',
        'wrong_client',
      ],
      [400, '{"error":{"message":"Invalid verification code format.","code":100}}', 'fine'],
      [403, '{"status":403,"message":"invalid client secret"}', 'wrong_client'],
      [400, '{"error":"invalid_request"}', 'unclear'],
      [503, 'busy', 'unreachable'],
    ]
    for (const [status, text, result] of words)
      assert.equal(interpretTokenError(status, text).result, result, text)
  })
})

describe('custom providers by the official client', () => {
  const admin = app.client(app.serviceKey).auth.admin.customProviders
  const acme = {
    provider_type: 'oidc' as const,
    identifier: 'custom:corp',
    name: 'Corp',
    client_id: identity.clientId,
    client_secret: identity.clientSecret,
    issuer: identity.issuer,
    custom_claims_allowlist: ['groups'],
  }

  test('are created, listed, read, changed, used and removed, and never reveal the secret', async () => {
    const made = await admin.createProvider(acme)
    assert.equal(made.error, null)
    assert.deepEqual(
      [
        made.data.identifier,
        made.data.provider_type,
        made.data.issuer,
        made.data.enabled,
        made.data.pkce_enabled,
      ],
      ['custom:corp', 'oidc', identity.issuer, true, true],
    )
    assert.match(made.data.id, /^[0-9a-f-]{36}$/)
    const { data: all } = await admin.listProviders({ type: 'oidc' })
    assert.ok(all.providers.some(({ identifier }) => identifier === 'custom:corp'))
    assert.ok(!JSON.stringify(all).includes(identity.clientSecret))
    assert.deepEqual((await admin.listProviders({ type: 'oauth2' })).data.providers, [])
    const changed = await admin.updateProvider('custom:corp', { name: 'Corporation', enabled: false })
    assert.deepEqual(
      [changed.data?.name, changed.data?.enabled, changed.data?.issuer],
      ['Corporation', false, identity.issuer],
    )
    await assert.rejects(offeredProvider(auth, creators, 'custom:corp'), { code: 'validation_failed' })
    await admin.updateProvider('custom:corp', { enabled: true })
    assert.equal(
      (await offeredProvider(auth, creators, 'custom:corp')).secret(),
      identity.clientSecret,
      'kept',
    )
    assert.equal((await admin.getProvider('custom:corp')).data?.custom_claims_allowlist?.[0], 'groups')
    assert.equal((await admin.deleteProvider('custom:corp')).error, null)
    assert.equal((await admin.getProvider('custom:corp')).error?.code, 'custom_provider_not_found')
    assert.equal((await admin.deleteProvider('custom:corp')).error?.code, 'custom_provider_not_found')
  })

  test('are refused if they cannot work, and for everyone but the operator', async () => {
    const refused = async (change: object) => (await admin.createProvider({ ...acme, ...change })).error?.code
    assert.equal(await refused({ identifier: 'corp' }), 'validation_failed')
    assert.equal(await refused({ issuer: undefined }), 'validation_failed')
    assert.equal(await refused({ issuer: 'http://127.0.0.1:9' }), 'validation_failed')
    assert.equal(await refused({ client_secret: undefined }), 'validation_failed')
    assert.equal(await refused({ provider_type: 'oauth2' }), 'validation_failed')
    assert.equal(
      await refused({ authorization_params: { redirect_uri: 'https://evil.example' } }),
      'validation_failed',
    )
    assert.equal(await refused({ attribute_mapping: { role: 'admin' } }), 'validation_failed')
    assert.equal(await refused({ identifier: 'custom:acme' }), 'conflict')
    assert.equal((await admin.getProvider('google')).error?.code, 'validation_failed')
    const visitor = app.client().auth.admin.customProviders
    assert.equal((await visitor.listProviders()).error?.status, 403)
  })
})

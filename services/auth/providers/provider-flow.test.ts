import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { authCall, newEmail } from '#testing/test-users.ts'
import { fragmentOf, providerFlow } from '#testing/provider-flow.ts'
import { visitorOf } from '#testing/test-identity.ts'
import type { Comer } from '#testing/test-identity.ts'

// Complete sign-ins over HTTP against the certified `oidc-provider`, with the official client where it takes
// part.

const { app, identity, tenant, startOf, through, pageClient } = await providerFlow()

describe('signing in', () => {
  test("[S7-098] with PKCE by the official client: a code for the page, exchanged for a session with the provider's tokens", async () => {
    const client = pageClient()
    const { data } = await client.auth.signInWithOAuth({
      provider: 'custom:acme',
      options: { redirectTo: 'http://localhost:3000/bolt/studio', skipBrowserRedirect: true },
    })
    const email = newEmail('Acme.Person')
    const end = await through(data.url!, { email, name: 'Ada Acme' })
    assert.equal(end.origin + end.pathname, 'http://localhost:3000/bolt/studio')
    assert.equal(end.hash, '')
    const { data: signedIn, error } = await client.auth.exchangeCodeForSession(end.searchParams.get('code')!)
    assert.equal(error, null)
    const { user, session } = signedIn
    assert.ok(session?.provider_token)
    assert.equal(user?.email, email.toLowerCase())
    assert.ok(user.email_confirmed_at)
    assert.deepEqual(user.app_metadata, { provider: 'custom:acme', providers: ['custom:acme'] })
    assert.equal(user.user_metadata.full_name, 'Ada Acme')
    assert.deepEqual(
      user.identities?.map(({ provider, identity_data: said }) => [
        provider,
        said?.email_verified,
        said?.iss,
      ]),
      [['custom:acme', true, identity.issuer]],
    )
    const { data: claims } = await client.auth.getClaims(session.access_token)
    assert.deepEqual(
      claims?.claims.amr?.map((one) => (one as { method: string }).method),
      ['oauth'],
    )
  })

  test('without PKCE: the session behind # on our own page, which the official client takes over', async () => {
    const end = await through(startOf({ redirect_to: '/bolt/studio?x=1' }), { email: newEmail() })
    assert.equal(end.pathname + end.search, '/bolt/studio?x=1')
    const found = fragmentOf(end)
    const { data, error } = await app.client().auth.setSession({
      access_token: found.get('access_token')!,
      refresh_token: found.get('refresh_token')!,
    })
    assert.equal(error, null)
    assert.ok(data.user?.email)
    assert.ok(found.get('provider_token'))
  })

  test('the same person returns to the same account, and another address gets another account', async () => {
    const email = newEmail()
    const idOf = async (who: Comer) => {
      const token = fragmentOf(await through(startOf({}), who)).get('access_token')!
      return (await app.client().auth.getUser(token)).data.user?.id
    }
    const first = await idOf({ email })
    assert.equal(await idOf({ email, name: 'New Name' }), first)
    assert.notEqual(await idOf({ email: newEmail() }), first)
  })

  test('an end user on a site that the tenant lists, with the key in the query', async () => {
    const client = pageClient(tenant.public_key)
    const { data } = await client.auth.signInWithOAuth({
      provider: 'custom:acme',
      options: {
        redirectTo: 'https://shop.example/account',
        skipBrowserRedirect: true,
        queryParams: { apikey: tenant.public_key },
      },
    })
    const end = await through(data.url!, { email: newEmail() })
    assert.equal(end.origin + end.pathname, 'https://shop.example/account')
    const { data: found, error } = await client.auth.exchangeCodeForSession(end.searchParams.get('code')!)
    assert.equal(error, null)
    assert.equal(found.user?.role, 'end_user')
    assert.equal(found.user?.aud, tenant.public_key)
  })

  test('a user who cancels at the provider returns with a refusal in query and fragment', async () => {
    const end = await through(startOf({ redirect_to: '/auth' }), { cancels: true })
    assert.equal(end.pathname, '/auth')
    assert.equal(end.searchParams.get('error_code'), 'provider_refused')
    assert.equal(fragmentOf(end).get('error_description'), 'The sign-in was cancelled')
  })

  test('scopes and parameters of the client are passed on, except for those that we set', async () => {
    const { to } = await visitorOf(app).go(
      startOf({
        scopes: 'calendar,mail',
        login_hint: 'ada@example.test',
        apikey: app.anonKey,
        redirect_uri: 'https://evil.example',
        state: 'x',
        response_type: 'token',
        nonce: 'mine',
        Response_Mode: 'fragment',
      }),
    )
    const sent = new URL(to).searchParams
    assert.equal(sent.get('scope'), 'openid email profile calendar mail')
    assert.equal(sent.get('login_hint'), 'ada@example.test')
    assert.equal(sent.get('redirect_uri'), 'http://localhost:3000/auth/v1/callback')
    assert.deepEqual([sent.get('response_type'), sent.get('code_challenge_method')], ['code', 'S256'])
    assert.match(sent.get('code_challenge')!, /^[\w-]{43}$/)
    assert.ok(sent.get('state') !== 'x' && sent.get('nonce') !== 'mine')
    assert.ok(!sent.has('apikey') && !sent.has('Response_Mode') && !sent.has('provider'))
  })
})

test('unknown or disabled providers and an incomplete challenge are refused before anything is stored', async () => {
  const ask = authCall(app, app.anonKey)
  for (const query of [
    'provider=unknown',
    'provider=google',
    'provider=',
    'provider=custom:acme&code_challenge=x',
  ]) {
    const { status, body } = await ask('GET', `/authorize?${query}`)
    assert.deepEqual([status, body.code], [400, 'validation_failed'], query)
  }
})

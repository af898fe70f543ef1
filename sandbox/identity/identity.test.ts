import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openSandbox } from '../sandbox.ts'

const sandbox = await openSandbox({ port: 0, smtpPort: 0, data: ':memory:' })
after(() => sandbox.close())
const { issuer, clientId } = sandbox.identity

test('discovery works from the issuer, and all endpoints are below it', async () => {
  const found = (await (await fetch(`${issuer}/.well-known/openid-configuration`)).json()) as Record<
    string,
    string
  >
  assert.equal(found.issuer, issuer)
  for (const name of ['authorization_endpoint', 'token_endpoint', 'jwks_uri', 'userinfo_endpoint'])
    assert.ok(found[name]?.startsWith(`${issuer}/`), name)
  const { keys } = (await (await fetch(found.jwks_uri!)).json()) as { keys: object[] }
  assert.equal(keys.length, 1)
  assert.ok(!JSON.stringify(keys).includes('"d"'))
})

test("a code is issued only for the product's callback, and only with a PKCE challenge", async () => {
  const ask = async (redirect: string, more: Record<string, string>) => {
    const query = new URLSearchParams({
      client_id: clientId,
      redirect_uri: redirect,
      response_type: 'code',
      scope: 'openid',
      ...more,
    })
    const answer = await fetch(`${issuer}/auth?${query}`, { redirect: 'manual' })
    return `${answer.status} ${answer.headers.get('location') ?? (await answer.text())}`
  }
  const challenge = { code_challenge: 'c'.repeat(43), code_challenge_method: 'S256' }
  assert.match(await ask('http://localhost:1/elsewhere', challenge), /^400 .*redirect_uri/)
  assert.match(await ask('http://localhost:1/auth/v1/callback', {}), /^303 .*error=invalid_request/)
  assert.match(
    await ask('http://localhost:1/auth/v1/callback', challenge),
    /^303 .*\/identity\/interaction\//,
  )
})

test('the login page shows an invalid email again, and an unknown login is expired', async () => {
  const gone = await fetch(`${issuer}/interaction/nothing`)
  assert.equal(gone.status, 400)
  assert.match(await gone.text(), /This sign-in has ended/)
  assert.equal((await fetch(`${sandbox.url}/identity/nothing`)).status, 404)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeTenant } from '#testing/factories.ts'
import { testApp } from '#testing/test-app.ts'
import { useAuth0 } from '#testing/test-auth0.ts'

const app = await testApp({
  env: { AUTH0_DOMAIN_OVERRIDES: 'standin.auth0.com=http://localhost:1/auth0' },
})
const [one, standIn, first, second, builtIn] = await Promise.all(
  [1, 2, 3, 4, 5].map(() => makeTenant(app.database)),
)
await useAuth0(app, one!, 'one.eu.auth0.com')
await useAuth0(app, standIn!, 'standin.auth0.com')
await useAuth0(app, first!, 'both.auth0.com')
await useAuth0(app, second!, 'both.auth0.com')

async function redirectOf(query: string): Promise<string> {
  const response = await app.request(`/login${query}`)
  assert.equal(response.status, 302)
  return response.headers.get('location')!
}
const begin = (tenant: { public_key: string }) =>
  `http://localhost:3000/embed/auth0?tenant=${tenant.public_key}&step=begin`
const byIssuer = (issuer: string) => redirectOf(`?iss=${encodeURIComponent(issuer)}`)

test('[S2-164] the login URL starts the sign-in of the tenant in its query', async () => {
  assert.equal(await redirectOf(`?tenant=${one!.public_key}`), begin(one!))
  assert.equal(
    await redirectOf(`?tenant=${builtIn!.public_key}`),
    `/embed/auth?tenant=${builtIn!.public_key}`,
  )
})

test('an issuer redirects to the only tenant that uses it', async () => {
  assert.equal(await byIssuer('https://one.eu.auth0.com/'), begin(one!))
  assert.equal(await byIssuer('https://ONE.eu.auth0.com/'), begin(one!))
  assert.equal(await byIssuer('http://localhost:1/auth0/'), begin(standIn!))
  for (const issuer of [
    'https://both.auth0.com/',
    'https://unknown.auth0.com/',
    'https://one.eu.auth0.com',
    'https://evil.tld/',
    'https://evil.tld/#one.eu.auth0.com/',
    'javascript:alert(1)',
    '//evil.tld/',
  ])
    assert.equal(await byIssuer(issuer), '/auth', issuer)
})

test('without a tenant or an issuer it redirects to the creators’ sign-in', async () => {
  assert.equal(await redirectOf(''), '/auth')
  assert.equal(await redirectOf('?tenant=pk_unknown'), '/auth')
})

test('[P05] lookups by issuer are rate limited per network; an IPv6 /64 counts as one', async () => {
  const strict = await testApp({ env: { TRUSTED_PROXIES: '1' } })
  const from = async (address: string) =>
    (
      await strict.request(`/login?iss=${encodeURIComponent('https://unknown.auth0.com/')}`, {
        headers: { 'x-forwarded-for': address },
      })
    ).status
  const statuses = []
  for (let n = 0; n < 61; n++) statuses.push(await from(`2001:db8:1:2:${n}::1`))
  assert.deepEqual(statuses, [...Array<number>(60).fill(302), 429])
  assert.equal(await from('2001:db8:1:3::1'), 302)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { authStatus } from './auth-status.ts'

test('[S2-125] Auth0 is connected only with domain, client id and client secret, in all eight combinations', () => {
  let connected = 0
  for (const domain of [null, 'x.auth0.com'])
    for (const client of [null, 'abc'])
      for (const secret of [false, true]) {
        const status = authStatus({
          auth_provider: 'auth0',
          auth0_domain: domain,
          auth0_client_id: client,
          auth0_client_secret_set: secret,
        })
        const expected = domain !== null && client !== null && secret
        assert.equal(status.connected, expected)
        assert.equal(status.label, expected ? 'Auth0 connected' : 'Auth0 not connected')
        if (status.connected) connected += 1
      }
  assert.equal(connected, 1)
})

test('[S2-125] leftover Auth0 settings do not count while the tenant uses the built-in auth', () => {
  const rest = { auth0_domain: 'x.auth0.com', auth0_client_id: 'abc', auth0_client_secret_set: true }
  assert.deepEqual(authStatus({ auth_provider: 'supabase', ...rest }), {
    label: 'Built-in auth',
    connected: true,
  })
})

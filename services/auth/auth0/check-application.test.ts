import assert from 'node:assert/strict'
import { test } from 'node:test'
import { interpretSecretResponse } from './check-application.ts'

// The responses of Auth0, and of the certified provider that replaces it in tests, to client credentials.
test('the check reports a secret as right, wrong or not checkable', () => {
  const errorBody = (error: string, error_description: string) => JSON.stringify({ error, error_description })
  const answers: [number, string, ReturnType<typeof interpretSecretResponse>][] = [
    [200, '{"access_token": "x", "token_type": "Bearer"}', 'verified'],
    [
      403,
      errorBody('access_denied', 'Client is not authorized to access "https://a.auth0.com/api/v2/".'),
      'verified',
    ],
    [
      403,
      errorBody('unauthorized_client', "Grant type 'client_credentials' not allowed for the client."),
      'not_checkable',
    ],
    [401, errorBody('access_denied', 'Unauthorized'), 'wrong'],
    [401, errorBody('invalid_client', 'client authentication failed'), 'wrong'],
    [400, errorBody('invalid_client', 'Client authentication failed'), 'wrong'],
    [429, errorBody('too_many_requests', 'Global limit has been reached'), 'not_checkable'],
    [500, '<html>', 'not_checkable'],
    [403, '', 'not_checkable'],
  ]
  for (const [status, text, result] of answers)
    assert.equal(interpretSecretResponse(status, text), result, `${status} ${text}`)
})

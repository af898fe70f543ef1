import type { ServerResponse } from 'node:http'
import { AUTH0_CLIENTS } from './clients.ts'

interface Asked {
  grant_type?: string
  client_id?: string
  client_secret?: string
  audience?: string
}

/** Auth0's responses to client-credentials token requests, with its exact messages. */
export async function answerCredentials(response: ServerResponse, body: string): Promise<void> {
  const [status, said] = judge(parsed(body))
  response
    .writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
    .end(JSON.stringify(said))
}

function judge({ grant_type, client_id, client_secret, audience }: Asked): [number, object] {
  if (grant_type !== 'client_credentials')
    return [
      403,
      { error: 'unsupported_grant_type', error_description: `Unsupported grant type: ${grant_type}` },
    ]
  // Public applications have no secret.
  if (client_id === AUTH0_CLIENTS.spa.id)
    return [
      403,
      {
        error: 'unauthorized_client',
        error_description: "Grant type 'client_credentials' not allowed for the client.",
      },
    ]
  const { id, secret } = AUTH0_CLIENTS.machine
  if (client_id !== id || client_secret !== secret)
    return [401, { error: 'access_denied', error_description: 'Unauthorized' }]
  return [
    403,
    {
      error: 'access_denied',
      error_description: `Client is not authorized to access "${audience}". You need to create a "client-grant" associated to this API.`,
    },
  ]
}

function parsed(body: string): Asked {
  try {
    return (JSON.parse(body) ?? {}) as Asked
  } catch {
    return {}
  }
}

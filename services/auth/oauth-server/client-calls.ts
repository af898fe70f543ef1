import { uuid } from '#kernel/contract.ts'
import { readBody } from '../contract.ts'
import { authErrors } from '../errors.ts'
import { answerPage, readPage } from '../pagination.ts'
import type { Call } from '../route-table.ts'
import { clientChange, clientInput } from './client-input.ts'
import { changeClient, createClient, listClients, readClient, removeClient, renewSecret } from './clients.ts'
import type { ClientRow } from './clients.ts'

/** GET /admin/oauth/clients: one page, newest first. */
export async function list({ auth, c, pool }: Call): Promise<Response> {
  const page = readPage(c)
  const { clients, total } = await listClients(auth, pool, page.number, page.size)
  answerPage(c, page, total)
  return c.json({ clients: clients.map((client) => clientBody(client)), aud: pool.audience })
}

/** POST /admin/oauth/clients: the only response, besides that of regenerate_secret, that shows the secret. */
export async function create({ auth, c, pool }: Call): Promise<Response> {
  const { client, secret } = await createClient(auth, pool, await readBody(c, clientInput))
  return c.json(clientBody(client, secret), 201)
}

/** GET /admin/oauth/clients/:id. */
export async function read({ auth, c, pool }: Call): Promise<Response> {
  return c.json(clientBody(await readClient(auth, pool, idOf(c.req.param('id')))))
}

/** PUT /admin/oauth/clients/:id: changes the given fields; the others stay. */
export async function change({ auth, c, pool }: Call): Promise<Response> {
  const id = idOf(c.req.param('id'))
  return c.json(clientBody(await changeClient(auth, pool, id, await readBody(c, clientChange))))
}

/** DELETE /admin/oauth/clients/:id: also ends its members' sessions. */
export async function remove({ auth, c, pool }: Call): Promise<Response> {
  await removeClient(auth, pool, idOf(c.req.param('id')))
  return c.body(null, 204)
}

/** POST /admin/oauth/clients/:id/regenerate_secret: the old secret becomes invalid immediately. */
export async function regenerateSecret({ auth, c, pool }: Call): Promise<Response> {
  const { client, secret } = await renewSecret(auth, pool, idOf(c.req.param('id')))
  return c.json(clientBody(client, secret))
}

/** Returns the client id of the path. A malformed id is reported as unknown, as for users. */
function idOf(text: string | undefined): string {
  if (!uuid.safeParse(text).success) throw authErrors.oauth_client_not_found()
  return text!.toLowerCase()
}

/** A client as the official client reads it (type OAuthClient of auth-js). */
function clientBody(client: ClientRow, secret?: string) {
  return {
    client_id: client.id,
    client_name: client.client_name,
    ...(secret ? { client_secret: secret } : {}),
    client_type: client.token_endpoint_auth_method === 'none' ? 'public' : 'confidential',
    token_endpoint_auth_method: client.token_endpoint_auth_method,
    registration_type: client.registration_type,
    ...(client.client_uri ? { client_uri: client.client_uri } : {}),
    ...(client.logo_uri ? { logo_uri: client.logo_uri } : {}),
    redirect_uris: client.redirect_uris,
    grant_types: client.grant_types,
    response_types: ['code'],
    ...(client.scope ? { scope: client.scope } : {}),
    created_at: client.created_at.toISOString(),
    updated_at: client.updated_at.toISOString(),
  }
}

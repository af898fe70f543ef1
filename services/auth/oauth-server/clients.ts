import { newToken, tokenHash } from '#kernel/secrets/one-time-token.ts'
import type { Auth } from '../auth.ts'
import type { Pool } from '../pool.ts'
import { authErrors } from '../errors.ts'
import { build, runAlone } from '../statements.ts'
import type { ClientChange, ClientInput } from './client-input.ts'

/** An application as stored. */
export interface ClientRow {
  pool_id: string
  id: string
  client_name: string
  secret_hash: Buffer | null
  token_endpoint_auth_method: 'none' | 'client_secret_basic' | 'client_secret_post'
  registration_type: string
  client_uri: string | null
  logo_uri: string | null
  redirect_uris: string[]
  grant_types: string[]
  scope: string | null
  created_at: Date
  updated_at: Date
}

const clients = (pool: Pool) =>
  build.selectFrom('auth.oauth_clients').selectAll().where('pool_id', '=', pool.id).$castTo<ClientRow>()

/** @throws {AppError} 404 oauth_client_not_found */
export async function readClient(auth: Auth, pool: Pool, id: string): Promise<ClientRow> {
  const [client] = await runAlone(auth.kernel.database, clients(pool).where('id', '=', id))
  if (!client) throw authErrors.oauth_client_not_found()
  return client
}

/**
 * Returns a client by its id alone. Ids are unguessable and unique across pools, and a browser that comes
 * from an application sends no API key.
 */
export async function clientById(auth: Auth, id: string): Promise<ClientRow | undefined> {
  const [client] = await runAlone(
    auth.kernel.database,
    build.selectFrom('auth.oauth_clients').selectAll().where('id', '=', id).$castTo<ClientRow>(),
    'oauth_client_by_id',
  )
  return client
}

/** One page, newest first, and the total number. */
export async function listClients(auth: Auth, pool: Pool, page: number, perPage: number) {
  const rows = await runAlone(
    auth.kernel.database,
    clients(pool)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(perPage)
      .offset((page - 1) * perPage),
  )
  const [count] = await runAlone(
    auth.kernel.database,
    build
      .selectFrom('auth.oauth_clients')
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .where('pool_id', '=', pool.id),
  )
  return { clients: rows, total: count?.total ?? 0 }
}

/**
 * Registers an application.
 * @returns the client and, for a confidential one, its secret, which is shown only here and stored as a hash
 */
export async function createClient(
  auth: Auth,
  pool: Pool,
  input: ClientInput,
): Promise<{ client: ClientRow; secret?: string }> {
  const method = input.token_endpoint_auth_method ?? 'client_secret_basic'
  const secret = method === 'none' ? undefined : newToken()
  const [client] = await runAlone(
    auth.kernel.database,
    build
      .insertInto('auth.oauth_clients')
      .values({
        pool_id: pool.id,
        client_name: input.client_name,
        secret_hash: secret ? tokenHash(secret) : null,
        token_endpoint_auth_method: method,
        client_uri: input.client_uri || null,
        logo_uri: input.logo_uri || null,
        redirect_uris: input.redirect_uris,
        grant_types: input.grant_types ?? ['authorization_code', 'refresh_token'],
        scope: input.scope || null,
      })
      .returningAll()
      .$castTo<ClientRow>(),
  )
  return { client: client!, secret }
}

/**
 * Changes the given fields. A public client stays public and a confidential one confidential: only how it
 * sends its secret may change.
 * @throws {AppError} 404 oauth_client_not_found, 400 validation_failed
 */
export async function changeClient(
  auth: Auth,
  pool: Pool,
  id: string,
  change: ClientChange,
): Promise<ClientRow> {
  const { token_endpoint_auth_method: method } = change
  const known = await readClient(auth, pool, id)
  if (method && (method === 'none') !== (known.token_endpoint_auth_method === 'none'))
    throw authErrors.validation_failed({
      text: 'token_endpoint_auth_method: a public client stays public, a confidential one confidential',
    })
  const given = Object.entries(change).filter(([, value]) => value !== null && value !== undefined)
  if (!given.length) return known
  const set = Object.fromEntries(given.map(([key, value]) => [key, value === '' ? null : value]))
  const [client] = await runAlone(
    auth.kernel.database,
    build
      .updateTable('auth.oauth_clients')
      .set(set)
      .where('pool_id', '=', pool.id)
      .where('id', '=', id)
      .returningAll()
      .$castTo<ClientRow>(),
  )
  if (!client) throw authErrors.oauth_client_not_found()
  return client
}

/** Removes a client with its sessions, codes and consents. @throws {AppError} 404 oauth_client_not_found */
export async function removeClient(auth: Auth, pool: Pool, id: string): Promise<void> {
  const removed = await runAlone(
    auth.kernel.database,
    build
      .deleteFrom('auth.oauth_clients')
      .where('pool_id', '=', pool.id)
      .where('id', '=', id)
      .returning('id'),
  )
  if (!removed.length) throw authErrors.oauth_client_not_found()
}

/**
 * Issues a new secret. The old one becomes invalid immediately.
 * @throws {AppError} 404, 400 for a public client
 */
export async function renewSecret(
  auth: Auth,
  pool: Pool,
  id: string,
): Promise<{ client: ClientRow; secret: string }> {
  const secret = newToken()
  const [client] = await runAlone(
    auth.kernel.database,
    build
      .updateTable('auth.oauth_clients')
      .set({ secret_hash: tokenHash(secret) })
      .where('pool_id', '=', pool.id)
      .where('id', '=', id)
      .where('secret_hash', 'is not', null)
      .returningAll()
      .$castTo<ClientRow>(),
  )
  if (client) return { client, secret }
  await readClient(auth, pool, id)
  throw authErrors.validation_failed({ text: 'A public client has no secret' })
}

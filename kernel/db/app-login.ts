import { createHmac } from 'node:crypto'
import pg from 'pg'
import { ConfigError } from '../config.ts'
import type { AppLogin } from './app-pool.ts'
import { claimDatabase, lockAppLogin, newPassword } from './key-check.ts'
import type { KeyRing } from './key-check.ts'
import { asDatabaseOwner } from './owner-connection.ts'
import { grantRoles } from './roles.ts'

/**
 * Creates the login role `<database>_authenticator`, with which the server handles requests. It has no rights of its
 * own and inherits none, but may switch to the four roles. Its password is a random secret of this database, sealed
 * with SECRET_KEYS: every process that has the key uses the same password, whichever key is first in its ring.
 * @param ownerUrl of the database's owner (CREATEROLE)
 * @param ring keys of SECRET_KEYS, newest first
 * @returns the URL to connect with
 * @throws {ConfigError} when the database belongs to other keys, before anything is changed
 */
export function ensureAppLogin(ownerUrl: string, ring: KeyRing): Promise<string> {
  return asDatabaseOwner(ownerUrl, async (client) => {
    await lockAppLogin(client)
    const password = await claimDatabase(client, ring, () => currentPassword(ownerUrl, ring))
    return setAppLogin(client, ownerUrl, password)
  })
}

/** The same, plus a way to reread the password after PostgreSQL has rejected it. */
export async function openAppLogin(ownerUrl: string, ring: KeyRing): Promise<AppLogin> {
  return { url: await ensureAppLogin(ownerUrl, ring), renew: () => ensureAppLogin(ownerUrl, ring) }
}

/**
 * Creates or repairs the login: the role, its memberships, its password.
 * @param client of the owner, while it holds `lockAppLogin`
 * @returns the URL to connect with
 */
export async function setAppLogin(client: pg.Client, ownerUrl: string, password: string): Promise<string> {
  const { database, login } = namesOf(ownerUrl)
  const address = addressFor(ownerUrl, login, password)
  const role = pg.escapeIdentifier(login)
  const known = await client.query('select from pg_roles where rolname = $1', [login])
  if (known.rowCount === 0)
    await explained(`CREATEROLE: alter role ${await ownerOf(client)} createrole`, () =>
      client.query(`create role ${role} login noinherit`),
    )
  await grantRoles(client, login)
  await client.query(`grant connect on database ${pg.escapeIdentifier(database)} to ${role}`)
  // Roles are shared by the whole PostgreSQL server: the login of another installation could become service_role here.
  if (known.rowCount === 0 || (await hasOtherLogins(client, login)))
    await client.query(`revoke connect on database ${pg.escapeIdentifier(database)} from public`)
  if (known.rowCount === 0 || !(await opens(address)))
    await explained(`grant ${role} to ${await ownerOf(client)} with admin option`, () =>
      client.query(`alter role ${role} password ${pg.escapeLiteral(password)}`),
    )
  return address
}

/** Whether a login other than ours and the owner's may become service_role. */
async function hasOtherLogins(client: pg.Client, login: string): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from pg_auth_members join pg_roles as member on member.oid = member
     where roleid = 'service_role'::regrole and rolcanlogin and rolname not in ($1, current_user) limit 1`,
    [login],
  )
  return rowCount === 1
}

/** When the owner lacks a privilege, names the statement that an administrator has to run. */
async function explained<T>(remedy: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    if ((cause as { code?: string }).code !== '42501') throw cause
    throw new ConfigError(
      `The owner of the database may not manage the server's login: ${(cause as Error).message}. Have a PostgreSQL administrator run: ${remedy}; or set DATABASE_APP_URL.`,
      { cause },
    )
  }
}

async function ownerOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ name: string }>('select quote_ident(current_user) as name')
  return rows[0]!.name
}

/**
 * The initial password. Older servers derived it from a key of the ring; that password is kept, so that they can
 * still log in while they are replaced one by one.
 */
async function currentPassword(ownerUrl: string, ring: KeyRing): Promise<string> {
  const { login } = namesOf(ownerUrl)
  for (const { key } of ring) {
    const derived = createHmac('sha256', key).update(`database login ${login}`).digest('hex')
    if (await opens(addressFor(ownerUrl, login, derived))) return derived
  }
  return newPassword()
}

function namesOf(ownerUrl: string): { database: string; login: string } {
  const database = decodeURIComponent(new URL(ownerUrl).pathname.slice(1))
  return { database, login: `${database}_authenticator` }
}

/** The same server with another login. Socket URLs (`postgres:///db?host=/run`) only have room for it in the query. */
function addressFor(ownerUrl: string, login: string, password: string): string {
  const url = new URL(ownerUrl)
  if (url.hostname) {
    url.username = encodeURIComponent(login)
    url.password = password
  } else {
    url.searchParams.set('user', login)
    url.searchParams.set('password', password)
  }
  return url.toString()
}

async function opens(address: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: address, connectionTimeoutMillis: 5000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return true
  } catch (error) {
    // 42501: the login exists but lacks CONNECT on this database, which is granted later.
    if (/^(28|42501)/.test((error as { code?: string }).code ?? '')) return false
    throw error
  } finally {
    await client.end().catch(() => undefined)
  }
}

import { createHmac } from 'node:crypto'
import pg from 'pg'

/**
 * Makes the login role `<database>_authenticator`, through which the server serves requests: no rights of its own,
 * no inheritance, may become the four roles. Its password is derived from the key ring. A password of an older key is
 * kept while that key is in the ring, so that servers which are restarted one by one keep each other's logins.
 * @param ownerUrl of the database's owner (CREATEROLE)
 * @param ring keys of SECRET_KEYS, newest first
 * @returns the address to connect with
 */
export async function ensureAppLogin(ownerUrl: string, ring: Buffer[]): Promise<string> {
  const database = decodeURIComponent(new URL(ownerUrl).pathname.slice(1))
  const login = `${database}_authenticator`
  const addresses = ring.map((key) => addressFor(ownerUrl, login, passwordFrom(key, login)))
  const client = new pg.Client({ connectionString: ownerUrl })
  client.on('error', () => undefined) // a lost connection fails the query that waits on it
  await client.connect()
  try {
    await client.query("select pg_advisory_lock(hashtext('bolt-blocks app login'))")
    const role = pg.escapeIdentifier(login)
    const known = await client.query('select from pg_roles where rolname = $1', [login])
    if (known.rowCount === 0) await client.query(`create role ${role} login noinherit`)
    await client.query(`grant anon, authenticated, end_user, service_role to ${role}`)
    await client.query(`grant connect on database ${pg.escapeIdentifier(database)} to ${role}`)
    for (const address of known.rowCount ? addresses : []) if (await opens(address)) return address
    await client.query(`alter role ${role} password ${pg.escapeLiteral(passwordFrom(ring[0]!, login))}`)
    return addresses[0]!
  } finally {
    await client.end()
  }
}

function passwordFrom(key: Buffer, login: string): string {
  return createHmac('sha256', key).update(`database login ${login}`).digest('hex')
}

/** The same server, another login. Addresses of sockets (`postgres:///db?host=/run`) have no place for one but the query. */
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
    if ((error as { code?: string }).code?.startsWith('28')) return false
    throw error
  } finally {
    await client.end().catch(() => undefined)
  }
}

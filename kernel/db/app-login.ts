import { createHmac } from 'node:crypto'
import pg from 'pg'

/**
 * Makes the login role `<database>_authenticator`, through which the server serves requests: no rights of its own,
 * no inheritance, may become the four roles. Its password is derived from the key ring, and set again at each
 * start, so that a rotated ring takes effect.
 * @param ownerUrl of the database's owner (CREATEROLE)
 * @returns the address to connect with
 */
export async function ensureAppLogin(ownerUrl: string, secret: Buffer): Promise<string> {
  const url = new URL(ownerUrl)
  const login = `${decodeURIComponent(url.pathname.slice(1))}_authenticator`
  const password = createHmac('sha256', secret).update(`database login ${login}`).digest('hex')
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    const role = pg.escapeIdentifier(login)
    await client.query("select pg_advisory_lock(hashtext('bolt-blocks app login'))")
    const known = await client.query('select from pg_roles where rolname = $1', [login])
    if (known.rowCount === 0) await client.query(`create role ${role} login noinherit`)
    await client.query(`alter role ${role} password ${pg.escapeLiteral(password)}`)
    await client.query(`grant anon, authenticated, end_user, service_role to ${role}`)
    await client.query(
      `grant connect on database ${pg.escapeIdentifier(decodeURIComponent(url.pathname.slice(1)))} to ${role}`,
    )
  } finally {
    await client.end()
  }
  url.username = encodeURIComponent(login)
  url.password = password
  return url.toString()
}

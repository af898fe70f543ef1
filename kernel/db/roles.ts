import pg from 'pg'
import { ConfigError } from '../config.ts'

/** The roles that requests run as. They belong to the whole PostgreSQL server, not to one database. */
export const REQUEST_ROLES = ['anon', 'authenticated', 'end_user', 'service_role'] as const

/**
 * Lets the login become the four roles. Since PostgreSQL 16, granting them requires ADMIN OPTION: their creator has
 * it, but the owner of a second installation on the same server does not until it is granted.
 * @param client of the database's owner
 * @throws {ConfigError} with the statement for an administrator to run
 */
export async function grantRoles(client: pg.Client, login: string): Promise<void> {
  const { rows } = await client.query<{ missing: string[]; owner: string; version: number }>(
    `select array(select role from unnest($1::text[]) as role
       where not exists (select from pg_auth_members where roleid = role::regrole and member = $2::regrole)) as missing,
       quote_ident(current_user) as owner, current_setting('server_version_num')::int as version`,
    [REQUEST_ROLES, pg.escapeIdentifier(login)],
  )
  const { missing, owner, version } = rows[0]!
  if (missing.length === 0) return
  try {
    await client.query(`grant ${missing.join(', ')} to ${pg.escapeIdentifier(login)}`)
  } catch (cause) {
    if ((cause as { code?: string }).code !== '42501') throw cause
    const options = version >= 160000 ? 'with admin true, inherit false, set false' : 'with admin option'
    throw new ConfigError(
      `Another installation on this PostgreSQL server created the roles ${REQUEST_ROLES.join(', ')}, and ${owner} may not grant them to its login. Let their creator or a superuser run: grant ${REQUEST_ROLES.join(', ')} to ${owner} ${options}; then start again. docs/backup.md says what two installations on one server share.`,
      { cause },
    )
  }
}

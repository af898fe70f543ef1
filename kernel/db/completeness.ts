import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { ConfigError } from '../config.ts'
import { REQUEST_ROLES } from './roles.ts'
import { printSchema } from './schema-print.ts'

const REMEDY = 'docs/backup.md explains how to restore a dump'
/** Policies, and grants to request roles. Restoring a dump without the roles loses both. */
const RIGHT =
  /^(create policy \S+ on \S+) for |^(grant .+ to (?:anon|authenticated|end_user|service_role|public);)$/gm

/**
 * A migrated database needs the roles that its policies name.
 * @throws {ConfigError} naming the missing roles
 */
export async function refuseMissingRoles(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ missing: string[] }>(
    `select array(select role from unnest($1::text[]) as role where to_regrole(role) is null) as missing
     where to_regclass('app.migrations') is not null`,
    [REQUEST_ROLES],
  )
  const missing = rows[0]?.missing ?? []
  if (missing.length > 0)
    throw new ConfigError(
      `The database was restored without its roles: ${missing.join(', ')} do not exist on this PostgreSQL server, so the policies that name them are lost. Create the roles with kernel/db/roles.sql and restore the dump into an empty database: ${REMEDY}.`,
    )
}

/**
 * Compares policies and grants with those of this version. Changes nothing.
 * @param client of the owner of a migrated database, on a separate connection
 * @throws {ConfigError} naming the first missing ones
 */
export async function refuseMissingRights(client: pg.Client): Promise<void> {
  const present = new Set(rightsIn(await printSchema(client)))
  const wanted = rightsIn(readFileSync(join(import.meta.dirname, 'schema.sql'), 'utf8'))
  const missing = wanted.filter((right) => !present.has(right))
  if (missing.length > 0)
    throw new ConfigError(
      `The database lacks ${missing.length} of ${wanted.length} policies and grants: ${missing.slice(0, 3).join(', ')}${missing.length > 3 ? ', …' : ''} A restore without roles or privileges loses them. Restore the dump again: ${REMEDY}. While developing, after a new migration: npm run generate.`,
    )
}

const rightsIn = (text: string) => [...text.matchAll(RIGHT)].map(([, policy, grant]) => policy ?? grant!)

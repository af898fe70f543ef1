import type { Client } from 'pg'
import type { UnitAccess } from './types.ts'

const ROLES = ['anon', 'authenticated', 'end_user', 'service_role']

/** Functions whose callers differ from the unit's expectations; PUBLIC may call none. */
export async function functionFaults(owner: Client, { functions = {} }: UnitAccess): Promise<string[]> {
  return rightFaults(owner, functions, (name, role) => `has_function_privilege(${role}, ${name}, 'execute')`)
}

/** Schemas whose usage rights differ from the unit's expectations. */
export async function schemaFaults(owner: Client, { schemas = {} }: UnitAccess): Promise<string[]> {
  return rightFaults(owner, schemas, (name, role) => `has_schema_privilege(${role}, ${name}, 'usage')`)
}

async function rightFaults(
  owner: Client,
  wanted: Record<string, string[]>,
  right: (name: string, role: string) => string,
): Promise<string[]> {
  const pairs = Object.entries(wanted).flatMap(([name, roles]) =>
    // `public` covers any role without explicit grants.
    [...ROLES, 'public'].map((role) => ({ name, role, allowed: roles.includes(role) })),
  )
  const { rows } = await owner.query<{ name: string; role: string; allowed: boolean }>(
    `select name, role, allowed from jsonb_to_recordset($1) as wanted (name text, role text, allowed boolean)
     where allowed is distinct from ${right('name', 'role')}`,
    [JSON.stringify(pairs)],
  )
  return rows.map(
    ({ name, role, allowed }) => `${name}: ${role} ${allowed ? 'must' : 'must not'} have the right`,
  )
}

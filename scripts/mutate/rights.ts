import type { Client } from 'pg'
import { PRINTED_SCHEMAS } from '#kernel/db/schema-print.ts'

/** A statement that drops one right or loosens one policy. */
export interface Mutant {
  /** The statement, which also serves as its name. */
  sql: string
  /** Qualified name of the affected table, function or schema. */
  about: string
}

const OURS = `(select oid from pg_namespace where nspname = any ($1))`
const TABLE = `format('%I.%I', n.nspname, c.relname)`
const FROM_TABLES = `from pg_class c join pg_namespace n on n.oid = c.relnamespace`
const ROLE = `case a.grantee when 0 then 'public' else a.grantee::regrole::text end`

/** Queries for the mutants of each kind, as `sql` and `about`. */
const KINDS = {
  'policy dropped': `
    select format('drop policy %I on %s', polname, ${TABLE}) as sql, ${TABLE} as about
    ${FROM_TABLES} join pg_policy p on p.polrelid = c.oid where n.oid in ${OURS}`,

  'policy opened': `
    select format('alter policy %I on %s %s', polname, ${TABLE}, part) as sql, ${TABLE} as about
    ${FROM_TABLES} join pg_policy p on p.polrelid = c.oid,
      lateral (values ('using (true)', polqual), ('with check (true)', polwithcheck)) as parts (part, expression)
    where n.oid in ${OURS} and expression is not null and pg_get_expr(expression, polrelid) <> 'true'`,

  'row-level security off': `
    select format('alter table %s %s', ${TABLE}, part) as sql, ${TABLE} as about
    ${FROM_TABLES}, (values ('disable row level security'), ('no force row level security')) as parts (part)
    where n.oid in ${OURS} and relrowsecurity`,

  'table right revoked': `
    select format('revoke %s on %s from %s', a.privilege_type, ${TABLE}, ${ROLE}) as sql, ${TABLE} as about
    ${FROM_TABLES}, aclexplode(c.relacl) a where n.oid in ${OURS} and a.grantee <> c.relowner`,

  'column right revoked': `
    select format('revoke %s (%I) on %s from %s', a.privilege_type, attname, ${TABLE}, ${ROLE}) as sql, ${TABLE} as about
    ${FROM_TABLES} join pg_attribute t on t.attrelid = c.oid, aclexplode(t.attacl) a
    where n.oid in ${OURS} and a.grantee <> c.relowner`,

  'table right given': `
    select format('grant %s on %s to %s', privilege, ${TABLE}, role) as sql, ${TABLE} as about
    ${FROM_TABLES}, unnest(array['select', 'insert', 'update', 'delete', 'truncate']) as privilege,
      unnest(array['anon', 'authenticated', 'end_user']) as role
    where n.oid in ${OURS} and relkind in ('r', 'p') and not has_table_privilege(role, c.oid, privilege)`,

  'function right revoked': `
    select format('revoke execute on function %s from %s', p.oid::regprocedure, ${ROLE}) as sql,
      p.oid::regprocedure::text as about
    from pg_proc p, aclexplode(proacl) a where pronamespace in ${OURS} and a.grantee <> p.proowner`,

  'function right given': `
    select format('grant execute on function %s to %s', p.oid::regprocedure, role) as sql,
      p.oid::regprocedure::text as about
    from pg_proc p, unnest(array['anon', 'authenticated', 'end_user', 'public']) as role
    where pronamespace in ${OURS} and not has_function_privilege(role, p.oid, 'execute')`,

  'schema right revoked': `
    select format('revoke usage on schema %I from %s', nspname, ${ROLE}) as sql, nspname::text as about
    from pg_namespace n, aclexplode(nspacl) a where n.oid in ${OURS} and a.grantee <> n.nspowner
      and a.privilege_type = 'USAGE'`,
}

/** Every mutant of a migrated database, by kind. */
export async function rightsMutants(owner: Client): Promise<{ kind: string; mutants: Mutant[] }[]> {
  await owner.query(`select set_config('search_path', '', false)`)
  const kinds = []
  for (const [kind, sql] of Object.entries(KINDS)) {
    const { rows } = await owner.query<Mutant>(`select * from (${sql}) as mutants order by sql`, [
      PRINTED_SCHEMAS,
    ])
    kinds.push({ kind, mutants: rows })
  }
  return kinds
}

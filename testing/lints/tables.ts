import { FROM_TABLES, OWNER, oursIs, TABLE } from './lint.ts'
import type { Lint } from './lint.ts'

const hasOpenPolicy = (role: string) => `exists (select from pg_policy where polrelid = c.oid and polcmd = '*'
  and polpermissive and polroles = array[${role}]::oid[] and pg_get_expr(polqual, polrelid) = 'true'
  and pg_get_expr(polwithcheck, polrelid) = 'true')`

/** Columns of index `i`, in order. */
const indexed = `(select array_agg(k order by place) from unnest(i.indkey::int2[]) with ordinality as u (k, place))`

export const tableLints: Lint[] = [
  {
    name: 'row-level security is enabled and forced on every table',
    cites: ['S6-024'],
    sql: `select ${TABLE} as object, case
        when not relrowsecurity then 'row-level security is not enabled'
        when not relforcerowsecurity then 'row-level security is not forced on the owner'
      end as fault ${FROM_TABLES}`,
    violation: `create table public.offender (id int primary key); alter table public.offender enable row level security`,
    expectedFinding: 'public.offender: row-level security is not forced',
  },
  {
    name: 'the owner and the service role have full access to every table',
    sql: `select ${TABLE} as object, case
        when not ${hasOpenPolicy(OWNER)} then 'no policy for the owner: use app.protect()'
        when not ${hasOpenPolicy(`'service_role'::regrole`)} then 'no policy for service_role: use app.protect()'
      end as fault ${FROM_TABLES}`,
    violation: `create table public.offender (id int primary key); select app.protect('public.offender');
      drop policy owner_all on public.offender`,
    expectedFinding: 'public.offender: no policy for the owner',
  },
  {
    name: 'request roles have only select, insert, update and delete privileges, and PUBLIC has none',
    sql: `select ${TABLE} as object, (select string_agg(distinct privilege_type, ', ') from aclexplode(relacl)
        where grantee <> ${OWNER} and (grantee = 0 or privilege_type not in ('SELECT', 'INSERT', 'UPDATE', 'DELETE')))
        as fault ${FROM_TABLES}`,
    violation: `create table public.offender (id int primary key); grant truncate on public.offender to authenticated`,
    expectedFinding: 'public.offender: TRUNCATE',
  },
  {
    name: 'privileges are granted per column, so that a new column is not exposed by accident',
    sql: `select ${TABLE} as object, (select string_agg(distinct privilege_type || ' on the whole table', ', ')
        from aclexplode(relacl) where grantee not in (${OWNER}, 'service_role'::regrole) and privilege_type <> 'DELETE')
        as fault ${FROM_TABLES}`,
    violation: `create table public.offender (id int primary key); grant select on public.offender to anon`,
    expectedFinding: 'public.offender: SELECT on the whole table',
  },
  {
    name: 'every table has a primary key',
    sql: `select ${TABLE} as object, case when not exists
        (select from pg_constraint where conrelid = c.oid and contype = 'p') then 'no primary key' end as fault
      ${FROM_TABLES}`,
    violation: `create table public.offender (id int)`,
    expectedFinding: 'public.offender',
  },
  {
    // `npm run reseal` finds sealed values with this comment.
    name: 'the comment of a secret column names its sealing context',
    sql: `select ${TABLE} || '.' || attname as object, case
        when coalesce(col_description(c.oid, attnum), '') !~ '^sealed at \\S+:.*\\{\\w+' then 'no comment: sealed at PLACE:{column}'
      end as fault
      from pg_attribute a join pg_class c on c.oid = attrelid
      where c.relkind in ('r', 'p') and ${oursIs('c.relnamespace')} and attnum > 0 and not attisdropped
        and attname ~ '(sealed|secret|private_key|api_key)' and atttypid in ('text'::regtype, 'jsonb'::regtype)`,
    violation: `create table public.offender (id int primary key, token_sealed text)`,
    expectedFinding: 'public.offender.token_sealed: no comment',
  },
  {
    name: 'foreign keys are indexed',
    sql: `select c.conrelid::regclass || '.' || conname as object, case when not exists
        (select from pg_index i where i.indrelid = c.conrelid and i.indpred is null
          and ${indexed}[1:cardinality(c.conkey)] @> c.conkey) then 'no index begins with its columns' end as fault
      from pg_constraint c where contype = 'f' and ${oursIs('connamespace')}`,
    violation: `create table public.offender (id int primary key, plan_id text references public.bolt_plans (id))`,
    expectedFinding: 'offender_plan_id_fkey',
  },
  {
    name: 'no index is duplicated',
    sql: `select i.indexrelid::regclass::text as object, (select 'same as ' || string_agg(j.indexrelid::regclass::text, ', ')
        from pg_index j where j.indrelid = i.indrelid and j.indexrelid > i.indexrelid and j.indkey = i.indkey
          and j.indoption = i.indoption and j.indclass = i.indclass
          and pg_get_expr(j.indpred, j.indrelid) is not distinct from pg_get_expr(i.indpred, i.indrelid)
          and pg_get_expr(j.indexprs, j.indrelid) is not distinct from pg_get_expr(i.indexprs, i.indrelid)) as fault
      from pg_index i join pg_class c on c.oid = i.indrelid where ${oursIs('relnamespace')}`,
    violation: `create table public.offender (id int primary key); create index on public.offender (id)`,
    expectedFinding: 'offender',
  },
  {
    name: 'views run with the rights of their reader, and no other relation kinds are exposed',
    sql: `select ${TABLE} as object, case
        when relkind = 'v' and not coalesce(reloptions, '{}') && array['security_invoker=true', 'security_invoker=on']
          then 'a view with the rights of its owner: set security_invoker'
        when relkind in ('m', 'f') then 'materialized views and foreign tables have no row-level security'
      end as fault from pg_class c where relkind in ('r', 'p', 'v', 'm', 'f') and ${oursIs('relnamespace')}`,
    violation: `create view public.offender as select id from public.tenants`,
    expectedFinding: 'public.offender: a view with the rights of its owner',
  },
  {
    name: 'no extension is installed in a schema of the project',
    sql: `select extname as object, case when ${oursIs('extnamespace')} then 'move it to a separate schema' end as fault
      from pg_extension union all select nspname, null from pg_namespace where ${oursIs('pg_namespace.oid')}`,
    violation: `create extension citext schema public`,
    expectedFinding: 'citext',
  },
]

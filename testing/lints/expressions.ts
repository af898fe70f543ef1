import { oursIs, ROLES } from './lint.ts'
import type { Lint } from './lint.ts'

const MAY_WRITE = `(has_any_column_privilege(r.role, c.oid, 'insert') or has_any_column_privilege(r.role, c.oid, 'update'))`
/** A policy only matters if the role has the privilege for the policy's command. */
const MAY_DO = `case p.polcmd
  when 'r' then has_any_column_privilege(r.role, c.oid, 'select')
  when 'a' then has_any_column_privilege(r.role, c.oid, 'insert')
  when 'w' then has_any_column_privilege(r.role, c.oid, 'update')
  when 'd' then has_table_privilege(r.role, c.oid, 'delete')
  else has_any_column_privilege(r.role, c.oid, 'select') or has_table_privilege(r.role, c.oid, 'delete') or ${MAY_WRITE} end`

/** Expressions that PostgreSQL evaluates as the caller. `class` and `id` identify them in pg_depend. */
const CHECKS = `
  select r.role, c.oid as "table", 'check ' || k.conname as what, 'pg_constraint'::regclass as class, k.oid as id, 0::oid as except
    from pg_constraint k join pg_class c on c.oid = k.conrelid cross join roles r where k.contype = 'c' and ${MAY_WRITE}
  union all select r.role, c.oid, 'index ' || i.indexrelid::regclass, 'pg_class'::regclass, i.indexrelid, 0
    from pg_index i join pg_class c on c.oid = i.indrelid cross join roles r where ${MAY_WRITE}
  union all select r.role, c.oid, 'condition of trigger ' || t.tgname, 'pg_trigger'::regclass, t.oid, t.tgfoid
    from pg_trigger t join pg_class c on c.oid = t.tgrelid cross join roles r where t.tgqual is not null and ${MAY_WRITE}`
const DEFAULTS = `
  select r.role, c.oid as "table", 'default of ' || a.attname as what, 'pg_attrdef'::regclass as class, d.oid as id, 0::oid as except
    from pg_attrdef d join pg_class c on c.oid = d.adrelid join pg_attribute a on a.attrelid = c.oid and a.attnum = d.adnum
    cross join roles r where ${MAY_WRITE}`
const POLICIES = `
  select r.role, c.oid as "table", 'policy ' || p.polname as what, 'pg_policy'::regclass as class, p.oid as id, 0::oid as except
    from pg_policy p join pg_class c on c.oid = p.polrelid cross join roles r
    where (0 = any (p.polroles) or r.role::regrole::oid = any (p.polroles)) and ${MAY_DO}`

/** Follows the calls of functions with an SQL-standard body; text bodies are opaque to the catalog. */
const functionsOf = (
  expressions: string,
) => `with recursive roles as (select unnest(array[${ROLES.map((role) => `'${role}'`).join(', ')}]) as role),
    expressions as (${expressions}),
    used as (
      select e.role, e."table", e.what, d.refobjid as function from expressions e
        join pg_depend d on d.classid = e.class and d.objid = e.id and d.refclassid = 'pg_proc'::regclass
          and d.refobjid <> e.except
      union select u.role, u."table", u.what, d.refobjid from used u
        join pg_proc f on f.oid = u.function and not f.prosecdef
        join pg_depend d on d.classid = 'pg_proc'::regclass and d.objid = f.oid and d.refclassid = 'pg_proc'::regclass)
  select u."table"::regclass::text as object,
    case when not has_function_privilege(u.role, u.function, 'execute')
      then format('%s needs %s, which %s may not call', u.what, u.function::regprocedure, u.role) end as fault
  from used u join pg_class c on c.oid = u."table" where ${oursIs('c.relnamespace')}`

export const expressionLints: Lint[] = [
  {
    name: 'roles that may write a table may call the functions in its checks, indexes and trigger conditions',
    sql: functionsOf(CHECKS),
    violation: `create function app.violation_inside(text) returns boolean language sql immutable return $1 <> '';
      create function app.violation(text) returns boolean language sql immutable return app.violation_inside($1);
      grant execute on function app.violation(text) to anon;
      create table public.offender (id uuid primary key, name text check (app.violation(name)));
      grant insert (name) on public.offender to anon`,
    expectedFinding: 'needs app.violation_inside(text), which anon may not call',
  },
  {
    name: 'roles that may write a table may call the functions in its defaults and generated columns',
    sql: functionsOf(DEFAULTS),
    violation: `create function app.violation() returns text language sql return 'x';
      create table public.offender (id uuid primary key, name text default app.violation(), said text);
      grant insert (said) on public.offender to end_user`,
    expectedFinding: 'default of name needs app.violation(), which end_user may not call',
  },
  {
    name: 'a role may call the functions in its policies',
    sql: functionsOf(POLICIES),
    violation: `create function app.violation() returns boolean language sql stable return true;
      create table public.offender (id uuid primary key);
      create policy violation on public.offender for select to anon using (app.violation());
      grant select on public.offender to anon, authenticated`,
    expectedFinding: 'policy violation needs app.violation(), which anon may not call',
  },
]

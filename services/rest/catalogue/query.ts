/**
 * The queries that read the catalogue. They run with an empty search_path, so that types and defaults include
 * their schema. The catalogue stores only who may read a column or execute a function; PostgreSQL alone
 * checks writes.
 */

const ROLES = `(select array_agg(rolname) from pg_roles
  where rolname in ('anon', 'authenticated', 'end_user', 'service_role'))`

/** One row per table, view or foreign table of schema public. */
export const TABLES = `
select c.relname as name, c.oid, c.relkind in ('v', 'm') as "isView",
  coalesce((select json_agg(a.attname order by k.position)
    from pg_index i, unnest(i.indkey) with ordinality as k (attnum, position), pg_attribute a
    where i.indrelid = c.oid and i.indisprimary and a.attrelid = c.oid and a.attnum = k.attnum), '[]') as key,
  (select coalesce(json_agg(json_build_object(
      'name', a.attname,
      'number', a.attnum,
      'type', format_type(a.atttypid, a.atttypmod),
      'base', base.typname,
      'default', case
        when a.attidentity = 'd' then format('nextval(%L)', pg_get_serial_sequence('public.' || quote_ident(c.relname), a.attname))
        when a.attgenerated = '' then pg_get_expr(d.adbin, d.adrelid) end,
      'readers', (select coalesce(json_agg(role), '[]') from unnest(${ROLES}) role
        where has_column_privilege(role, c.oid, a.attnum, 'SELECT'))
    ) order by a.attnum), '[]')
    from pg_attribute a
    join pg_type t on t.oid = a.atttypid
    join pg_type base on base.oid = coalesce(nullif(t.typbasetype, 0), t.oid)
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns
from pg_class c
where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f') and not c.relispartition`

/**
 * One row per function of schema public that could be called by name: no procedures, aggregates or triggers,
 * no functions with internal parameter or result types, and none that belong to an extension.
 */
export const ROUTINES = `
select p.proname as name,
  p.provolatile = 'v' as volatile,
  p.proretset as "returnsSet",
  ret.typname as "returnsType",
  ret.typtype = 'c' or ret.typname = 'record' as "returnsRow",
  case when ret.typtype = 'd' and not p.proretset and ret.typname ~ '^([A-Za-z0-9.-]+/[A-Za-z0-9.+-]+|\\*/\\*)$'
    then lower(ret.typname) end as "returnsMedia",
  (select typname from pg_type where oid = ret.typbasetype) as "returnsBase",
  (select relname from pg_class where oid = ret.typrelid and relnamespace = 'public'::regnamespace
    and relkind in ('r', 'p', 'v', 'm', 'f')) as "returnsTable",
  p.pronargdefaults as defaults,
  (select relname from pg_class where p.pronargs = 1 and reltype = p.proargtypes[0]
    and relnamespace = 'public'::regnamespace) as "takesRowOf",
  p.prorows = 1 as "oneRow",
  (select coalesce(json_agg(json_build_object('name', coalesce(a.name, ''), 'mode', coalesce(a.mode, 'i'),
      'type', format_type(a.type, null), 'base', t.typname) order by a.position), '[]')
    from unnest(coalesce(p.proallargtypes, p.proargtypes::oid[]), p.proargnames, p.proargmodes)
      with ordinality as a (type, name, mode, position)
    join pg_type t on t.oid = a.type) as arguments,
  (select coalesce(json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod),
      'base', t.typname) order by a.attnum), '[]')
    from pg_attribute a join pg_type t on t.oid = a.atttypid
    where a.attrelid = ret.typrelid and ret.typrelid <> 0 and a.attnum > 0 and not a.attisdropped) as attributes,
  (select coalesce(json_agg(role), '[]') from unnest(${ROLES}) role
    where has_function_privilege(role, p.oid, 'EXECUTE')) as callers
from pg_proc p
join pg_type ret on ret.oid = p.prorettype
where p.pronamespace = 'public'::regnamespace and p.prokind = 'f'
  and (ret.typtype <> 'p' or ret.typname in ('void', 'record'))
  and not exists (select from unnest(p.proargtypes) a join pg_type t on t.oid = a where t.typtype = 'p')
  and not exists (select from pg_depend
    where classid = 'pg_proc'::regclass and objid = p.oid and deptype = 'e')`

/** Names that `Prefer: timezone` accepts. */
export const TIMEZONES = `select name from pg_timezone_names`

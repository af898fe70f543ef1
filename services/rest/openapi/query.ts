/**
 * The queries for the API description. They return only what the caller's role may use: they run as that
 * role, with an empty search_path, so that types and defaults include their schema.
 */

const VISIBLE = `(has_column_privilege(c.oid, a.attnum, 'SELECT') or has_column_privilege(c.oid, a.attnum, 'INSERT')
  or has_column_privilege(c.oid, a.attnum, 'UPDATE'))`

/** Bits of pg_relation_is_updatable, by rewrite rule event (nodes.h, CmdType). */
const UPDATE = 4
const INSERT = 8
const DELETE = 16

/** One row per table or view that the role may read or write. */
export const DESCRIBED_TABLES = `
select c.relname as name, obj_description(c.oid, 'pg_class') as comment,
  has_any_column_privilege(c.oid, 'SELECT') as reads,
  has_any_column_privilege(c.oid, 'INSERT') and pg_relation_is_updatable(c.oid, true) & ${INSERT} > 0 as inserts,
  has_any_column_privilege(c.oid, 'UPDATE') and pg_relation_is_updatable(c.oid, true) & ${UPDATE} > 0 as updates,
  has_table_privilege(c.oid, 'DELETE') and pg_relation_is_updatable(c.oid, true) & ${DELETE} > 0 as deletes,
  (select coalesce(json_agg(json_build_object(
      'name', a.attname,
      'type', format_type(a.atttypid, null),
      'comment', col_description(c.oid, a.attnum),
      'nullable', not a.attnotnull,
      'reads', has_column_privilege(c.oid, a.attnum, 'SELECT'),
      'default', case when a.attgenerated = '' and a.attidentity = '' then pg_get_expr(d.adbin, d.adrelid) end,
      'longest', case when base.typname in ('varchar', 'bpchar') and a.atttypmod > 4 then a.atttypmod - 4 end,
      'values', (select json_agg(e.enumlabel order by e.enumsortorder) from pg_enum e where e.enumtypid = base.oid),
      'key', exists (select from pg_index i
        where i.indrelid = c.oid and i.indisprimary and a.attnum = any(i.indkey)),
      'refers', (select json_build_object('table', f.relname, 'column', fa.attname) from pg_constraint k
        join pg_class f on f.oid = k.confrelid and f.relnamespace = c.relnamespace
        join pg_attribute fa on fa.attrelid = f.oid and fa.attnum = k.confkey[1]
        where k.conrelid = c.oid and k.contype = 'f' and k.conkey = array[a.attnum]
          and has_column_privilege(f.oid, fa.attnum, 'SELECT') order by k.conname limit 1)
    ) order by a.attnum), '[]')
    from pg_attribute a
    join pg_type t on t.oid = a.atttypid
    join pg_type base on base.oid = coalesce(nullif(t.typbasetype, 0), t.oid)
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and ${VISIBLE}) as columns
from pg_class c
where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f') and not c.relispartition
  and (has_any_column_privilege(c.oid, 'SELECT') or has_any_column_privilege(c.oid, 'INSERT')
    or has_any_column_privilege(c.oid, 'UPDATE') or has_table_privilege(c.oid, 'DELETE'))
order by c.relname`

/** Comments of functions. The catalogue knows which of them the role may call. */
export const ROUTINE_COMMENTS = `
select p.proname as name, d.description as comment
from pg_proc p join pg_description d on d.objoid = p.oid and d.classoid = 'pg_proc'::regclass
where p.pronamespace = 'public'::regnamespace and has_function_privilege(p.oid, 'EXECUTE')
order by p.proname, p.oid`

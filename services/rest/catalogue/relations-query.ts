/**
 * The queries that read relationships. They cover foreign keys and views of every schema, because a view in
 * schema public may expose what a private table references. Only relations of schema public are ever
 * embedded.
 */

/** One row per foreign key. Columns are numbers within their relation. */
export const KEYS = `
select k.conname as name, k.conrelid as holder, k.conkey as columns, k.confrelid as referenced, k.confkey as refers,
  exists (select from pg_constraint u where u.conrelid = k.conrelid and u.contype in ('p', 'u')
    and u.conkey @> k.conkey and u.conkey <@ k.conkey) as "unique",
  coalesce((select p.conkey from pg_constraint p where p.conrelid = k.conrelid and p.contype = 'p'), '{}') as "holderKey"
from pg_constraint k
where k.contype = 'f' and k.conparentid = 0
order by k.conrelid, k.conname`

/** One row per view. Its definition tree says where each column comes from. */
export const VIEWS = `
select c.oid as view, r.ev_action::text as tree
from pg_class c join pg_rewrite r on r.ev_class = c.oid and r.rulename = '_RETURN'
where c.relkind in ('v', 'm')
  and c.relnamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)`

export interface KeyRow {
  name: string
  holder: number
  columns: number[]
  referenced: number
  refers: number[]
  /** The holder has another unique key on the same columns, so at most one row references each target row. */
  unique: boolean
  /** Columns of the holder's primary key. */
  holderKey: number[]
}

export interface ViewRow {
  view: number
  tree: string
}

/**
 * What relationships are read from. Foreign keys and views of every schema, since a view of schema public may show
 * what a private table refers to; only relations of schema public are ever embedded.
 */

/** One row per foreign key; columns as numbers in their relation. */
export const KEYS = `
select k.conname as name, k.conrelid as holder, k.conkey as columns, k.confrelid as referenced, k.confkey as refers,
  exists (select from pg_constraint u where u.conrelid = k.conrelid and u.contype in ('p', 'u')
    and u.conkey @> k.conkey and u.conkey <@ k.conkey) as "unique",
  coalesce((select p.conkey from pg_constraint p where p.conrelid = k.conrelid and p.contype = 'p'), '{}') as "holderKey"
from pg_constraint k
where k.contype = 'f' and k.conparentid = 0
order by k.conrelid, k.conname`

/** One row per view: the tree of its definition tells where each column comes from. */
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
  /** Another key of the holder has the same columns: at most one row refers to each. */
  unique: boolean
  /** Columns of the holder's primary key. */
  holderKey: number[]
}

export interface ViewRow {
  view: number
  tree: string
}

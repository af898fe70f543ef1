import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { jsonb } from '../statements.ts'

/** Metadata with the keys of a change set one by one; null takes one out (as supabase/auth merges). */
export function jsonbMerge(
  column: 'raw_user_meta_data' | 'raw_app_meta_data',
  change: Record<string, unknown>,
): RawBuilder<never> {
  const gone = Object.keys(change).filter((name) => change[name] === null)
  return sql<never>`(${sql.ref(column)} || ${jsonb(change)}) - ${gone}::text[]`
}

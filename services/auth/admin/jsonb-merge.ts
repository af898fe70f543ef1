import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { jsonb } from '../statements.ts'

/** Merges a change into the metadata key by key. Null removes a key (as supabase/auth merges). */
export function jsonbMerge(
  column: 'raw_user_meta_data' | 'raw_app_meta_data',
  change: Record<string, unknown>,
): RawBuilder<never> {
  const removedKeys = Object.keys(change).filter((name) => change[name] === null)
  return sql<never>`(${sql.ref(column)} || ${jsonb(change)}) - ${removedKeys}::text[]`
}

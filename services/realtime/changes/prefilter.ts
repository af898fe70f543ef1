import { SERVICE } from '#kernel/db/claims.ts'
import type { Database } from '#kernel/db/database.ts'
import { isDatabaseAway } from '#kernel/db/database-error.ts'
import type { Change } from './change-rows.ts'
import { imageText } from './change-rows.ts'
import { isPattern } from './filter.ts'
import type { Condition } from './filter.ts'
import type { Group } from './group.ts'
import { queryVisibilityOnce } from './visibility.ts'

/** Filters per statement. */
const FILTERS_PER_STATEMENT = 100
/** Up to this many groups are checked without evaluating filters in advance. */
const MIN_GROUPS = 4

/** Whether a change can match a filter; true if that is not known. */
export type MayMatch = (change: Change, filterKey: string) => boolean

/**
 * Evaluates filters in advance: if a thousand users each watch their own rows, a change should not require a
 * query for every one of them. Evaluates only the filters, all together and under the service's claims;
 * visibility is checked afterwards. Patterns are skipped: a slow one would delay everyone, so each runs in
 * its owner's own query.
 */
export async function prefilterChanges(
  database: Database,
  groups: Group[],
  changes: Change[],
): Promise<MayMatch> {
  const known = new Map<string, boolean>()
  for (const [relation, tableGroups] of Map.groupBy(groups, (group) => group.relation)) {
    const filters = new Map<string, Condition[]>()
    for (const { members } of tableGroups)
      for (const { binding } of members) {
        const quick = binding.conditions.filter((condition) => !isPattern(condition))
        if (quick.length > 0) filters.set(binding.filterKey, quick)
      }
    if (tableGroups.length <= MIN_GROUPS || filters.size === 0) continue
    const tableChanges = changes.filter((change) => change.relation === relation.key)
    const images = tableChanges.map(({ record, old }) => imageText(record ?? old ?? {}))
    const keys = [...filters.keys()]
    for (let at = 0; at < keys.length; at += FILTERS_PER_STATEMENT) {
      const batch = keys.slice(at, at + FILTERS_PER_STATEMENT)
      const answers = await queryVisibilityOnce(database, {
        relation: { ...relation, visible: { ...relation.visible, service_role: 'true' } },
        claims: SERVICE,
        equalities: {},
        images,
        filters: batch.map((key) => filters.get(key)!),
      }).catch((error: unknown) => {
        if (isDatabaseAway(error)) throw error
        return undefined // one filter fails: check each one separately
      })
      answers?.forEach((fits, i) =>
        batch.forEach((key, n) => known.set(`${placeOf(tableChanges[i]!)} ${key}`, fits?.[n] ?? false)),
      )
    }
  }
  return (change, filterKey) => known.get(`${placeOf(change)} ${filterKey}`) ?? true
}

const placeOf = ({ place, seq }: Change) => `${place} ${seq}`

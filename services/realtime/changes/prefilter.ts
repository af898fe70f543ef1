import { SERVICE } from '#kernel/db/claims.ts'
import type { Database } from '#kernel/db/database.ts'
import { isDatabaseAway } from '#kernel/db/database-error.ts'
import type { Change } from './change-rows.ts'
import { imageText } from './change-rows.ts'
import { isPattern } from './filter.ts'
import type { Condition } from './filter.ts'
import type { Group } from './group.ts'
import { ask } from './visibility.ts'

/** Filters in one statement. */
const AT_ONCE = 100
/** So few askers are asked for without a look ahead. */
const FEW = 4

/** Whether a change can fit a filter; true where that is not known. */
export type MayFit = (change: Change, filterKey: string) => boolean

/**
 * Looks ahead: a thousand people who each watch their own rows need not all be asked for at each change. Evaluates
 * the filters alone, all of them together and under nobody's claims; who may see a row is asked afterwards. Patterns
 * are left to those who wrote them: they may be slow, and would hold up everybody.
 */
export async function lookAhead(database: Database, groups: Group[], changes: Change[]): Promise<MayFit> {
  const known = new Map<string, boolean>()
  for (const [relation, watching] of Map.groupBy(groups, (group) => group.relation)) {
    const filters = new Map<string, Condition[]>()
    for (const { members } of watching)
      for (const { binding } of members) {
        const quick = binding.conditions.filter((condition) => !isPattern(condition))
        if (quick.length > 0) filters.set(binding.filterKey, quick)
      }
    if (watching.length <= FEW || filters.size === 0) continue
    const written = changes.filter((change) => change.relation === relation.oid)
    const images = written.map(({ record, old }) => imageText(record ?? old ?? {}))
    const keys = [...filters.keys()]
    for (let at = 0; at < keys.length; at += AT_ONCE) {
      const some = keys.slice(at, at + AT_ONCE)
      const answers = await ask(database, {
        relation: { ...relation, visible: { ...relation.visible, service_role: 'true' } },
        claims: SERVICE,
        asked: {},
        images,
        filters: some.map((key) => filters.get(key)!),
      }).catch((error: unknown) => {
        if (isDatabaseAway(error)) throw error
        return undefined // one of them fails: each is asked by itself
      })
      answers?.forEach((fits, i) =>
        some.forEach((key, n) => known.set(`${placeOf(written[i]!)} ${key}`, fits?.[n] ?? false)),
      )
    }
  }
  return (change, filterKey) => known.get(`${placeOf(change)} ${filterKey}`) ?? true
}

const placeOf = ({ place, seq }: Change) => `${place} ${seq}`

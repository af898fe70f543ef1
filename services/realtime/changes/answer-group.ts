import type { Kernel } from '#kernel/kernel.ts'
import type { Logger } from '#kernel/log.ts'
import type { Change } from './change-rows.ts'
import { imageText } from './change-rows.ts'
import type { Condition } from './filter.ts'
import type { Group } from './group.ts'
import { persist } from './pages.ts'
import { hasPattern } from './pattern-budget.ts'
import type { PatternBudget } from './pattern-budget.ts'
import type { MayFit } from './prefilter.ts'
import type { Relation } from './relations.ts'
import type { LiveBinding, Subscriber } from './subscriber.ts'
import { askVisible } from './visibility.ts'

/** A change that a binding fits, and that its subscriber may see. */
export interface Hit {
  subscriber: Subscriber
  binding: LiveBinding
  change: Change
  /** Whether the row as it was may be seen, too. */
  sawOld: boolean
}

/** Asks the database, under the claims of a group, which changes its members are told. */
export async function answerGroup(
  { database, log }: Pick<Kernel, 'database' | 'log'>,
  group: Group,
  changes: Change[],
  mayFit: MayFit,
  signal: AbortSignal,
  budget: PatternBudget,
): Promise<Hit[]> {
  const { relation, claims, asked } = group
  const wants = (binding: LiveBinding, change: Change) =>
    (binding.event === '*' || binding.event === change.type) && mayFit(change, binding.filterKey)
  const isWanted = ({ binding }: Group['members'][number]) =>
    changes.some((change) => change.relation === relation.oid && wants(binding, change))
  const asking = group.members.filter(isWanted)
  const [plain, patterned] = [
    asking.filter(({ binding }) => !hasPattern(binding.conditions)),
    asking.filter(({ binding }) => hasPattern(binding.conditions)),
  ]
  const spent = budget.isSpent(claims)
  if (spent)
    for (const { binding } of new Map(patterned.map((member) => [member.binding.filterKey, member])).values())
      endSlow(log, relation, patterned, binding.conditions)
  // Those without patterns first: should time run out, it is not they who lose.
  const members = spent ? plain : [...plain, ...patterned]
  const wanted = changes.filter(
    (change) => change.relation === relation.oid && members.some(({ binding }) => wants(binding, change)),
  )
  if (wanted.length === 0) return []
  const filters = new Map(members.map(({ binding }) => [binding.filterKey, binding.conditions]))
  const places = new Map([...filters.keys()].map((key, i) => [key, i]))
  const ask = (images: string[], conditions: Condition[][]) =>
    persist(signal, async () => {
      const from = performance.now()
      const answer = await askVisible(database, log, {
        relation,
        claims,
        asked,
        images,
        filters: conditions,
        onSlow: (filter) => endSlow(log, relation, members, filter),
      })
      if (conditions.some(hasPattern)) budget.charge(claims, performance.now() - from)
      return answer
    })
  const answers = await ask(
    wanted.map(({ record, old }) => imageText(record ?? old ?? {})),
    [...filters.values()],
  )
  // The old row matters where more of it would be told than the new row says.
  const doubtful = wanted.filter((change, i) => answers[i] && tellsOld(relation, change))
  const before = doubtful.map(({ old }) => imageText(old ?? {}))
  const beforeAnswers = before.length > 0 ? await ask(before, [[]]) : []
  const unseen = new Set(doubtful.filter((_, i) => !beforeAnswers[i]))
  return wanted.flatMap((change, i) =>
    members
      .filter(({ binding }) => wants(binding, change) && answers[i]?.[places.get(binding.filterKey)!])
      .map((member) => ({ ...member, change, sawOld: !unseen.has(change) })),
  )
}

function tellsOld(relation: Relation, { type, record, old }: Change): boolean {
  if (type !== 'UPDATE') return false
  return relation.full || relation.columns.some(({ name, key }) => key && old?.[name] !== record?.[name])
}

/** A filter that takes too long holds up everybody else: its bindings end. Without a filter it is the policies. */
function endSlow(log: Logger, relation: Relation, members: Group['members'], filter: Condition[]): void {
  const table = `${relation.schema}.${relation.name}`
  log.warn({ table, filter }, 'changes could not be checked in time')
  for (const { subscriber, binding } of members) {
    if (binding.filterKey !== JSON.stringify(filter)) continue
    if (filter.length > 0) binding.tables.delete(relation.oid)
    subscriber.onLost(
      filter.length > 0
        ? `The filter on ${table} takes too long and has ended`
        : `Changes of ${table} may have been missed: checking them took too long`,
    )
  }
}

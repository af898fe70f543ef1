import type { Kernel } from '#kernel/kernel.ts'
import type { Logger } from '#kernel/log.ts'
import type { Change } from './change-rows.ts'
import { imageText } from './change-rows.ts'
import type { Condition } from './filter.ts'
import { canServe } from './group.ts'
import type { Group } from './group.ts'
import { asSeenBy } from './own-tables.ts'
import { retryWhileUnavailable } from './pages.ts'
import { hasPattern } from './pattern-budget.ts'
import type { PatternBudget } from './pattern-budget.ts'
import type { MayMatch } from './prefilter.ts'
import type { Relation } from './relations.ts'
import type { LiveBinding, Subscriber } from './subscriber.ts'
import { queryVisibility } from './visibility.ts'

/** A change that matches a binding and is visible to its subscriber. */
export interface Hit {
  subscriber: Subscriber
  binding: LiveBinding
  change: Change
  /** The table as the subscriber sees it. */
  relation: Relation
  /** Whether the subscriber may also see the old row. */
  canSeeOld: boolean
}

/** Queries, under the claims of a group, which changes its members receive. */
export async function findHits(
  { database, log }: Pick<Kernel, 'database' | 'log'>,
  group: Group,
  changes: Change[],
  mayFit: MayMatch,
  signal: AbortSignal,
  budget: PatternBudget,
): Promise<Hit[]> {
  const { claims, equalities } = group
  const wants = (binding: LiveBinding, change: Change) =>
    (binding.event === '*' || binding.event === change.type) && mayFit(change, binding.filterKey)
  const isWanted = ({ binding }: Group['members'][number]) =>
    changes.some((change) => change.relation === group.relation.key && wants(binding, change))
  const wanting = group.members.filter(isWanted)
  if (wanting.length === 0) return []
  const relation = await retryWhileUnavailable(signal, () => asSeenBy(database, group.relation, claims))
  const candidates = wanting.filter(({ binding }) => canServe(relation, binding))
  const [plain, patterned] = [
    candidates.filter(({ binding }) => !hasPattern(binding.conditions)),
    candidates.filter(({ binding }) => hasPattern(binding.conditions)),
  ]
  const isBudgetSpent = budget.isSpent(claims)
  if (isBudgetSpent)
    for (const { binding } of new Map(patterned.map((member) => [member.binding.filterKey, member])).values())
      endSlow(log, relation, patterned, binding.conditions)
  // Bindings without patterns come first: if time runs out, they should not be the ones to lose.
  const members = isBudgetSpent ? plain : [...plain, ...patterned]
  const wanted = changes.filter(
    (change) =>
      change.relation === group.relation.key && members.some(({ binding }) => wants(binding, change)),
  )
  if (wanted.length === 0) return []
  const filters = new Map(members.map(({ binding }) => [binding.filterKey, binding.conditions]))
  const filterIndexes = new Map([...filters.keys()].map((key, i) => [key, i]))
  const queryVisible = (images: string[], conditions: Condition[][]) =>
    retryWhileUnavailable(signal, async () => {
      const startedAt = performance.now()
      const result = await queryVisibility(database, log, {
        relation,
        claims,
        equalities,
        images,
        filters: conditions,
        onSlow: (filter) => endSlow(log, relation, members, filter),
      })
      if (conditions.some(hasPattern)) budget.charge(claims, performance.now() - startedAt)
      return result
    })
  const answers = await queryVisible(
    wanted.map(({ record, old }) => imageText(record ?? old ?? {})),
    [...filters.values()],
  )
  // Check the old row only if the message would contain values of it that the new row does not have.
  const doubtful = wanted.filter((change, i) => answers[i] && revealsOld(relation, change))
  const before = doubtful.map(({ old }) => imageText(old ?? {}))
  const beforeAnswers = before.length > 0 ? await queryVisible(before, [[]]) : []
  const unseen = new Set(doubtful.filter((_, i) => !beforeAnswers[i]))
  return wanted.flatMap((change, i) =>
    members
      .filter(({ binding }) => wants(binding, change) && answers[i]?.[filterIndexes.get(binding.filterKey)!])
      .map((member) => ({ ...member, change, relation, canSeeOld: !unseen.has(change) })),
  )
}

function revealsOld(relation: Relation, { type, record, old }: Change): boolean {
  if (type !== 'UPDATE') return false
  return relation.full || relation.columns.some(({ name, key }) => key && old?.[name] !== record?.[name])
}

/**
 * Ends the bindings of a filter so slow that it delays everyone else. An empty filter means slow policies.
 */
function endSlow(log: Logger, relation: Relation, members: Group['members'], filter: Condition[]): void {
  const table = `${relation.schema}.${relation.name}`
  log.warn({ table, filter }, 'could not check changes in time')
  for (const { subscriber, binding } of members) {
    if (binding.filterKey !== JSON.stringify(filter)) continue
    if (filter.length > 0) binding.tables.delete(relation.key)
    subscriber.onLost(
      filter.length > 0
        ? `The filter on ${table} takes too long and has ended`
        : `Changes of ${table} may have been missed: checking them took too long`,
    )
  }
}

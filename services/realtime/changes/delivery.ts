import type { Kernel } from '#kernel/kernel.ts'
import { findHits } from './find-hits.ts'
import type { Hit } from './find-hits.ts'
import { changeMessage } from './change-message.ts'
import type { Change } from './change-rows.ts'
import { groupsOf } from './group.ts'
import { retryWhileUnavailable } from './pages.ts'
import { patternBudget } from './pattern-budget.ts'
import { prefilterChanges } from './prefilter.ts'
import { readRelations } from './relations.ts'
import type { Subscriber } from './subscriber.ts'

/** Concurrent queries. The pool is primarily for requests. */
const MAX_CONCURRENT = 3

/**
 * Delivers changes to subscribers with a matching binding who may see them, in the order of the changes.
 * Policies and grants are read once per page and evaluated under each subscriber's claims on the rows as they
 * were written.
 */
export async function deliverChanges(
  kernel: Pick<Kernel, 'database' | 'log'>,
  subscribers: Subscriber[],
  changes: Change[],
  signal: AbortSignal,
): Promise<void> {
  const versions = new Map(subscribers.map((subscriber) => [subscriber, subscriber.version]))
  const keys = new Set(changes.map(({ relation }) => relation))
  const relations = await retryWhileUnavailable(signal, () => readRelations(kernel.database, keys))
  const groups = groupsOf(subscribers, relations.values())
  const mayFit = await retryWhileUnavailable(signal, () => prefilterChanges(kernel.database, groups, changes))
  const budget = patternBudget()
  const hits: Hit[] = []
  await inParallel(groups, async (group) => {
    hits.push(...(await findHits(kernel, group, changes, mayFit, signal, budget)))
  })
  const messages = new Map<string, string>()
  for (const [subscriber, found] of Map.groupBy(hits, (hit) => hit.subscriber)) {
    // The claims changed meanwhile: check again with the new ones.
    if (subscriber.version !== versions.get(subscriber))
      await deliverChanges(kernel, [subscriber], changes, signal)
    else deliverHits(subscriber, found, changes, messages)
  }
}

function deliverHits(
  subscriber: Subscriber,
  found: Hit[],
  changes: Change[],
  messages: Map<string, string>,
): void {
  const { role } = subscriber.claims
  const byChange = Map.groupBy(found, ({ change }) => change)
  for (const change of changes) {
    const hits = byChange.get(change) ?? []
    for (const [key, same] of Map.groupBy(
      hits,
      ({ binding, canSeeOld }) => `${canSeeOld} ${binding.selectKey}`,
    )) {
      if (subscriber.closed) return
      // Many subscribers receive the same message: encode it once per page.
      const { binding, canSeeOld, relation } = same[0]!
      const id = `${change.place} ${change.seq} ${role} ${relation.own?.view ?? ''} ${key}`
      const audience = { role, select: binding.select, canSeeOld: canSeeOld }
      const text = messages.get(id) ?? changeMessage(relation, change, audience)
      messages.set(id, text)
      const ids = same.map((hit) => hit.binding.id).toSorted((a, b) => a - b)
      subscriber.deliver(ids, text)
    }
  }
}

async function inParallel<T>(items: T[], work: (item: T) => Promise<void>): Promise<void> {
  const waiting = items.values()
  const worker = async () => {
    for (const item of waiting) await work(item)
  }
  await Promise.all(Array.from({ length: Math.min(MAX_CONCURRENT, items.length) }, worker))
}

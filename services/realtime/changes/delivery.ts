import type { Kernel } from '#kernel/kernel.ts'
import type { Claims } from '#kernel/db/claims.ts'
import type { Logger } from '#kernel/log.ts'
import type { Change } from './change-rows.ts'
import { imageText } from './change-rows.ts'
import { changeMessage } from './change-message.ts'
import { askedBy } from './filter.ts'
import type { Condition } from './filter.ts'
import { persist } from './pages.ts'
import type { Relation } from './relations.ts'
import { readRelations } from './relations.ts'
import type { LiveBinding, Subscriber } from './subscriber.ts'
import { askVisible } from './visibility.ts'

/** Questions to the database at once: the pool is there for requests first. */
const AT_ONCE = 3

/** Bindings that the database answers in one go: same table, same claims, same things asked. */
interface Group {
  relation: Relation
  claims: Claims
  asked: Record<string, string>
  members: { subscriber: Subscriber; binding: LiveBinding }[]
}

/** A change that a binding fits. */
interface Hit {
  binding: LiveBinding
  sawOld: boolean
}

/**
 * Tells changes to those whose bindings they fit and who may see them, in the order of the changes. Policies and
 * grants are read for the page, and evaluated under each one's own claims on the rows as they were written.
 */
export async function deliverChanges(
  kernel: Pick<Kernel, 'database' | 'log'>,
  subscribers: Subscriber[],
  changes: Change[],
  signal: AbortSignal,
): Promise<void> {
  const { database } = kernel
  const versions = new Map(subscribers.map((subscriber) => [subscriber, subscriber.version]))
  const relations = await persist(signal, () =>
    readRelations(database, [...new Set(changes.map(({ relation }) => relation))]),
  )
  const hits = new Map<Subscriber, Map<Change, Hit[]>>()
  const note = (subscriber: Subscriber, change: Change, hit: Hit) => {
    const ofSubscriber = hits.get(subscriber) ?? new Map<Change, Hit[]>()
    hits.set(subscriber, ofSubscriber)
    ofSubscriber.set(change, [...(ofSubscriber.get(change) ?? []), hit])
  }
  const groups = groupsOf(subscribers, relations)
  await inParallel(groups, (group) => answerGroup(kernel, group, changes, signal, note))
  if (signal.aborted) return
  const told = new Map<string, string>()
  for (const [subscriber, found] of hits) {
    if (subscriber.version !== versions.get(subscriber)) {
      await deliverChanges(kernel, [subscriber], changes, signal)
      continue
    }
    for (const change of changes) tell(subscriber, change, found.get(change), relations, told)
  }
}

function tell(
  subscriber: Subscriber,
  change: Change,
  hits: Hit[] | undefined,
  relations: Map<number, Relation>,
  told: Map<string, string>,
): void {
  if (!hits) return
  const bySelect = Map.groupBy(hits, ({ binding, sawOld }) => JSON.stringify([binding.select, sawOld]))
  const role = subscriber.claims.role
  for (const [key, same] of bySelect) {
    if (subscriber.closed) return
    // Many are told the same: a message is written once for a page.
    const id = `${change.place} ${change.seq} ${role} ${key}`
    const { binding, sawOld } = same[0]!
    const text =
      told.get(id) ??
      changeMessage(relations.get(change.relation)!, change, { role, select: binding.select, sawOld })
    told.set(id, text)
    subscriber.deliver(
      same.map((hit) => hit.binding.id),
      text,
    )
  }
}

function groupsOf(subscribers: Subscriber[], relations: Map<number, Relation>): Group[] {
  const groups = new Map<string, Group>()
  for (const subscriber of subscribers) {
    const who = JSON.stringify(subscriber.claims)
    for (const binding of subscriber.bindings) {
      const asked = askedBy(binding.conditions)
      const what = JSON.stringify(asked)
      for (const relation of relations.values()) {
        if (!binding.tables.has(relation.oid) || !isReadable(relation, subscriber.claims)) continue
        const key = `${relation.oid} ${what} ${who}`
        const group = groups.get(key) ?? { relation, claims: subscriber.claims, asked, members: [] }
        groups.set(key, group)
        group.members.push({ subscriber, binding })
      }
    }
  }
  return [...groups.values()]
}

const isReadable = ({ columns }: Relation, { role }: Claims) =>
  columns.some(({ readers }) => readers.includes(role))

async function answerGroup(
  { database, log }: Pick<Kernel, 'database' | 'log'>,
  { relation, claims, asked, members }: Group,
  changes: Change[],
  signal: AbortSignal,
  note: (subscriber: Subscriber, change: Change, hit: Hit) => void,
): Promise<void> {
  const wanted = changes.filter(
    (change) =>
      change.relation === relation.oid &&
      members.some(({ binding }) => binding.event === '*' || binding.event === change.type),
  )
  if (wanted.length === 0) return
  const filters = new Map(
    members.map(({ binding }) => [JSON.stringify(binding.conditions), binding.conditions]),
  )
  const places = new Map([...filters.keys()].map((key, i) => [key, i]))
  const ask = (images: string[], withFilters: boolean) =>
    persist(signal, () =>
      askVisible(database, log, {
        relation,
        claims,
        asked,
        images,
        filters: withFilters ? [...filters.values()] : [[]],
        onSlow: (filter) => endSlow(log, relation, members, filter),
      }),
    )
  const answers = await ask(
    wanted.map(({ record, old }) => imageText(record ?? old ?? {})),
    true,
  )
  // The old row matters where more of it would be told than the new row says.
  const doubtful = wanted.filter((change, i) => answers[i] && tellsOld(relation, change))
  const oldAnswers =
    doubtful.length > 0
      ? await ask(
          doubtful.map(({ old }) => imageText(old ?? {})),
          false,
        )
      : []
  const unseen = new Set(doubtful.filter((_, i) => !oldAnswers[i]))
  wanted.forEach((change, i) => {
    for (const { subscriber, binding } of members)
      if (
        (binding.event === '*' || binding.event === change.type) &&
        answers[i]?.[places.get(JSON.stringify(binding.conditions))!]
      )
        note(subscriber, change, { binding, sawOld: !unseen.has(change) })
  })
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
    if (JSON.stringify(binding.conditions) !== JSON.stringify(filter)) continue
    if (filter.length > 0) binding.tables.delete(relation.oid)
    subscriber.onLost(
      filter.length > 0
        ? `The filter on ${table} takes too long and has ended`
        : `Changes of ${table} may have been missed: checking them took too long`,
    )
  }
}

async function inParallel<T>(items: T[], work: (item: T) => Promise<void>): Promise<void> {
  const waiting = [...items]
  const worker = async () => {
    for (let item = waiting.shift(); item; item = waiting.shift()) await work(item)
  }
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, items.length) }, worker))
}

import type { Claims } from '#kernel/db/claims.ts'
import type { Relation } from './relations.ts'
import type { LiveBinding, Subscriber } from './subscriber.ts'

/** Bindings that one query can check: same table, same claims, same equality conditions. */
export interface Group {
  relation: Relation
  claims: Claims
  /** The equality conditions that policies may read (setting `request.eq`). */
  equalities: Record<string, string>
  members: { subscriber: Subscriber; binding: LiveBinding }[]
}

/** Groups all bindings that watch these tables and may read any of their columns. */
export function groupsOf(subscribers: Subscriber[], relations: Iterable<Relation>): Group[] {
  const groups = new Map<string, Group>()
  const tables = [...relations]
  for (const subscriber of subscribers) {
    const who = JSON.stringify(subscriber.claims)
    for (const binding of subscriber.bindings) {
      const what = JSON.stringify(binding.equalities)
      for (const relation of tables) {
        if (!binding.tables.has(relation.key) || !isReadable(relation, subscriber.claims)) continue
        if (!canServe(relation, binding)) continue
        const key = `${relation.key} ${what} ${who}`
        const group = groups.get(key) ?? {
          relation,
          claims: subscriber.claims,
          equalities: binding.equalities,
          members: [],
        }
        groups.set(key, group)
        group.members.push({ subscriber, binding })
      }
    }
  }
  return [...groups.values()]
}

/**
 * Whether a binding still means this own table, and its filter only columns of it: the tenant may have renamed either. The subscriber
 * is notified when the binding is checked again.
 */
export const canServe = ({ own, name, columns }: Relation, { table, conditions }: LiveBinding): boolean =>
  !own ||
  ((table === '*' || table === name) &&
    conditions.every(({ column }) => columns.some((known) => known.name === column)))

const isReadable = ({ columns }: Relation, { role }: Claims) =>
  columns.some(({ readers }) => readers.includes(role))

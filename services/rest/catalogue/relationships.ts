import type { ColumnPair, JunctionRelationship, KeyRelationship, Relationship } from './relationship.ts'
import type { KeyRow, ViewRow } from './relations-query.ts'
import { viewOrigins } from './view-columns.ts'
import type { Origin } from './view-columns.ts'

/** A relation of schema public, with what relationships require. */
export interface ExposedRelation {
  oid: number
  name: string
  isView: boolean
  columns: readonly { name: string; number: number }[]
}

/** Pairings of one key's columns when a view shows a column several times. More are never intended. */
const MAX_PAIRINGS = 16

/**
 * All relationships by foreign key, in both directions, through views and through junctions. A view
 * represents each table whose key columns it shows completely.
 */
export function keyRelationships(
  relations: readonly ExposedRelation[],
  keys: readonly KeyRow[],
  views: readonly ViewRow[],
): Relationship[] {
  const origins = new Map(views.map(({ view, tree }) => [view, viewOrigins(tree)]))
  const projections = relations.map((relation) => ({ relation, columns: project(relation, origins) }))
  const forward = keys.flatMap((key) => forwardOf(key, projections))
  return [...forward, ...forward.map(backward), ...junctions(forward, projections)]
}

interface Projection {
  relation: ExposedRelation
  /** Names under which a relation shows a table's column, keyed by `table.column` in numbers. */
  columns: ReadonlyMap<string, string[]>
}

interface Forward extends KeyRelationship {
  key: KeyRow
  fromView: boolean
}

function project(
  relation: ExposedRelation,
  origins: ReadonlyMap<number, Map<number, Origin>>,
): Projection['columns'] {
  const columns = new Map<string, string[]>()
  for (const { name, number } of relation.columns) {
    const { relation: base, column } = baseOf({ relation: relation.oid, column: number }, origins)
    const key = `${base}.${column}`
    columns.set(key, [...(columns.get(key) ?? []), name])
  }
  return columns
}

/**
 * Follows a column through nested views. `create or replace` can make views refer to each other: stops at a
 * cycle.
 */
function baseOf(origin: Origin, origins: ReadonlyMap<number, Map<number, Origin>>): Origin {
  const visited = new Set<number>()
  let current = origin
  while (!visited.has(current.relation)) {
    visited.add(current.relation)
    const next = origins.get(current.relation)?.get(current.column)
    if (!next) break
    current = next
  }
  return current
}

function forwardOf(key: KeyRow, projections: readonly Projection[]): Forward[] {
  const holders = projections.filter((it) => key.columns.every((n) => it.columns.has(`${key.holder}.${n}`)))
  const targets = projections.filter((it) =>
    key.refers.every((n) => it.columns.has(`${key.referenced}.${n}`)),
  )
  return holders.flatMap((holder) =>
    targets.flatMap((target) =>
      pairings(key, holder, target).map((columns) => ({
        kind: 'key' as const,
        from: holder.relation.name,
        to: target.relation.name,
        forward: true,
        toOne: true,
        oneToOne: key.unique,
        constraint: key.name,
        columns,
        toView: target.relation.isView,
        fromView: holder.relation.isView,
        key,
      })),
    ),
  )
}

function pairings(key: KeyRow, holder: Projection, target: Projection): ColumnPair[][] {
  let found: ColumnPair[][] = [[]]
  key.columns.forEach((number, i) => {
    const here = holder.columns.get(`${key.holder}.${number}`)!
    const there = target.columns.get(`${key.referenced}.${key.refers[i]}`)!
    const pairs = here.flatMap((a) => there.map((b): ColumnPair => [a, b]))
    found = found.flatMap((chosen) => pairs.map((pair) => [...chosen, pair])).slice(0, MAX_PAIRINGS)
  })
  return found
}

function backward(of: Forward): KeyRelationship {
  return {
    kind: 'key',
    from: of.to,
    to: of.from,
    forward: false,
    toOne: of.oneToOne,
    oneToOne: of.oneToOne,
    constraint: of.constraint,
    columns: of.columns.map(([here, there]) => [there, here] as const),
    toView: of.fromView,
  }
}

/**
 * Many-to-many: a relation whose primary key contains two foreign keys, neither of which includes the other:
 * members(tenant_id, user_id) references tenants by tenant_id and users by both columns. That relates a user
 * to no tenant that the user's own key does not name already.
 */
function junctions(forward: readonly Forward[], projections: readonly Projection[]): JunctionRelationship[] {
  const byHolder = Map.groupBy(
    forward.filter(({ oneToOne }) => !oneToOne),
    ({ from, key }) => `${key.holder} ${from}`,
  )
  const found: JunctionRelationship[] = []
  for (const held of byHolder.values()) {
    const junction = held[0]!.from
    const key = primaryKey(held[0]!, projections)
    const within = held.filter(({ columns }) => columns.every(([name]) => key.has(name)))
    for (const source of within) {
      for (const target of within) {
        if (source.to === target.to || overlaps(source, target)) continue
        found.push({
          kind: 'junction',
          from: source.to,
          to: target.to,
          toOne: false,
          junction,
          constraints: [source.constraint, target.constraint],
          source: source.columns.map(([here, there]) => [there, here] as const),
          target: target.columns.map(([here, there]) => [there, here] as const),
        })
      }
    }
  }
  return found
}

/** Names of the key's columns; empty if a view does not show the whole key. */
function primaryKey({ from, key }: Forward, projections: readonly Projection[]): Set<string> {
  const { columns } = projections.find(({ relation }) => relation.name === from)!
  const shown = key.holderKey.map((number) => columns.get(`${key.holder}.${number}`))
  return new Set(shown.every(Boolean) ? shown.flatMap((names) => names!) : [])
}

function overlaps(a: KeyRelationship, b: KeyRelationship): boolean {
  const has = ({ columns }: KeyRelationship, name: string) => columns.some(([own]) => own === name)
  return a.columns.every(([name]) => has(b, name)) || b.columns.every(([name]) => has(a, name))
}

import type { Role } from '#kernel/db/claims.ts'
import type { Catalogue } from '../catalogue/catalogue.ts'
import { namingPair } from '../catalogue/relationship.ts'
import type { JunctionRelationship, KeyRelationship, Relationship } from '../catalogue/relationship.ts'
import { errors } from '../errors/table.ts'
import { canRead } from './columns.ts'
import { findSimilarName } from './similar-name.ts'

/**
 * Finds the one relationship of `parent` for a target and a hint. A target is a relation, a foreign key, the
 * column that names the key, or a function. A hint is a foreign key, a column on either side, or a junction.
 * Relationships that the role may not read at all do not make a request ambiguous.
 * @throws PGRST200 for none, PGRST201 for several
 */
export function findRelationship(
  catalogue: Catalogue,
  parent: string,
  { name, hint }: { name: string; hint?: string },
  role: Role,
): Relationship {
  const known = catalogue.relationships.get(parent) ?? []
  const fitting = known.filter((relationship) => fits(relationship, name, hint))
  const open = fitting.filter((relationship) => isOpen(relationship, catalogue, role))
  const candidates = open.length > 0 ? open : fitting
  if (candidates.length > 1) throw errors.ambiguousRelationship(parent, name, ambiguity(candidates))
  if (candidates.length === 1) return candidates[0]!
  const shown = known.filter((relationship) => isOpen(relationship, catalogue, role))
  const names = shown.map((it) => (it.kind === 'computed' ? it.routine : it.to))
  throw errors.noRelationship(
    parent,
    name,
    hint,
    names.includes(name) ? undefined : findSimilarName(name, names, 0.33),
  )
}

function fits(relationship: Relationship, target: string, hint: string | undefined): boolean {
  if (relationship.kind === 'computed') return relationship.routine === target
  if (relationship.kind === 'junction') {
    return relationship.to === target && (hint === undefined || hint === relationship.junction)
  }
  if (relationship.from === relationship.to) return fitsItself(relationship, target, hint)
  const { to, constraint, columns, toView } = relationship
  const naming = namingPair(columns)
  if (hint !== undefined) return to === target && (constraint === hint || naming?.includes(hint) === true)
  if (to === target) return true
  return !toView && (constraint === target || naming?.[0] === target)
}

/**
 * A table that references itself: its own name selects the rows that reference a row; the column selects the
 * row that is referenced.
 */
function fitsItself(
  { to, columns, forward }: KeyRelationship,
  target: string,
  hint: string | undefined,
): boolean {
  const naming = namingPair(columns)
  if (hint !== undefined) return !forward && to === target && naming?.[1] === hint
  return forward ? naming?.[0] === target : to === target
}

function isOpen(relationship: Relationship, catalogue: Catalogue, role: Role): boolean {
  if (relationship.kind === 'computed') return relationship.callers.has(role)
  const readsAll = (name: string, columns: readonly string[]) => {
    const table = catalogue.tables.get(name)
    return columns.every((column) => {
      const found = table?.columns.get(column)
      return found !== undefined && canRead(found, role)
    })
  }
  const second = (pairs: Iterable<readonly [string, string]>) => [...pairs].map(([, name]) => name)
  const first = (pairs: Iterable<readonly [string, string]>) => [...pairs].map(([name]) => name)
  const { from, to } = relationship
  if (relationship.kind === 'key') {
    return readsAll(from, first(relationship.columns)) && readsAll(to, second(relationship.columns))
  }
  const { junction, source, target } = relationship
  return (
    readsAll(from, first(source)) &&
    readsAll(junction, second([...source, ...target])) &&
    readsAll(to, first(target))
  )
}

const CARDINALITIES = ['one-to-many', 'many-to-one', 'one-to-one', 'many-to-many'] as const

/** The candidates of a PGRST201, in PostgREST's wording. Computed relationships are never ambiguous. */
function ambiguity(candidates: readonly Relationship[]) {
  return candidates
    .filter((it) => it.kind !== 'computed')
    .map((it) => ({ ...(it.kind === 'key' ? byKey(it) : byJunction(it)), target: it.to }))
    .toSorted(
      (a, b) =>
        CARDINALITIES.indexOf(a.cardinality) - CARDINALITIES.indexOf(b.cardinality) ||
        a.relationship.localeCompare(b.relationship, 'en'),
    )
}

function byKey({ from, to, forward, oneToOne, constraint, columns }: KeyRelationship) {
  const list = (side: 0 | 1) => columns.map((pair) => pair[side]).join(', ')
  return {
    cardinality: oneToOne
      ? ('one-to-one' as const)
      : forward
        ? ('many-to-one' as const)
        : ('one-to-many' as const),
    embedding: `${from} with ${to}`,
    relationship: `${constraint} using ${from}(${list(0)}) and ${to}(${list(1)})`,
    by: constraint,
  }
}

function byJunction({ from, to, junction, constraints, source, target }: JunctionRelationship) {
  const list = (pairs: readonly (readonly [string, string])[]) => pairs.map(([, name]) => name).join(', ')
  return {
    cardinality: 'many-to-many' as const,
    embedding: `${from} with ${to}`,
    relationship: `${junction} using ${constraints[0]}(${list(source)}) and ${constraints[1]}(${list(target)})`,
    by: junction,
  }
}

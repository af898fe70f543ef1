import { readsWhole } from '../catalogue/computed.ts'
import type { Relationship } from '../catalogue/relationship.ts'
import { errors } from '../errors/table.ts'
import { readable } from './columns.ts'
import type { Relation } from './columns.ts'
import type { Scope } from './scope.ts'
import type { Link } from './types.ts'

/**
 * Determines how to reach the rows of a relationship.
 * @throws 42501 if the role may not read the columns that the rows are matched by
 */
export function linkOf(relationship: Relationship, parent: Relation, { catalogue, role }: Scope): Link {
  const tables = catalogue.tables
  if (relationship.kind === 'computed') {
    if (!relationship.callers.has(role)) throw errors.noFunctionPrivilege(relationship.routine)
    if (!readsWhole(parent.columns, role)) throw errors.noPrivilege(parent.name)
    return { kind: 'computed', routine: relationship.routine, parent: relationship.from }
  }
  const table = relationship.to
  const requireReadable = (relation: Relation, name: string) => readable(relation, name, role)
  if (relationship.kind === 'key') {
    for (const [here, there] of relationship.columns) {
      requireReadable(parent, here)
      requireReadable(tables.get(table)!, there)
    }
    return { kind: 'key', table, columns: relationship.columns }
  }
  const { junction, source, target } = relationship
  const junctionTable = tables.get(junction)!
  for (const [here] of source) requireReadable(parent, here)
  for (const [there] of target) requireReadable(tables.get(table)!, there)
  for (const [, through] of [...source, ...target]) requireReadable(junctionTable, through)
  return { kind: 'junction', table, junction, source, target }
}

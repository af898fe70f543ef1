import type { Field } from '#kernel/browser/fields/field.ts'
import { isOffered, isOpenField } from '#kernel/records/description.ts'
import type { Access, TenantTables } from '#kernel/records/description.ts'
import type { Catalogue, Table } from '../catalogue/catalogue.ts'
import type { KeyRelationship, Relationship } from '../catalogue/relationship.ts'
import { recordTable } from './record-table.ts'

/**
 * The catalogue with a tenant's own tables. What a caller may not use is left out, so that it behaves like what does not exist: for
 * visitors, tables that no one was given a right on, and fields of an audience that they are not in. A table of the product has
 * precedence over an own table of the same name.
 */
export function withRecords(catalogue: Catalogue, tenant: TenantTables, access: Access): Catalogue {
  const open = [...tenant.tables.values()].filter(
    (table) => (access === 'all' || isOffered(table)) && !catalogue.tables.has(table.name),
  )
  const tables = open.map((table) => recordTable(tenant, table, (field) => isOpenField(field, access)))
  return {
    ...catalogue,
    tables: new Map([...catalogue.tables, ...tables.map((table) => [table.name, table] as const)]),
    relationships: new Map([...catalogue.relationships, ...relationships(tables)]),
  }
}

/** Relation fields, in both directions, as foreign keys of the form `{table}_{field}_fkey`. */
function relationships(tables: readonly Table[]): Map<string, Relationship[]> {
  const byId = new Map(tables.map((table) => [table.record!.description.id, table.name]))
  const found = tables.flatMap(({ name, record }) =>
    [...record!.fields.values()].flatMap((field) => {
      const to = field.kind === 'relation' && field.table ? byId.get(field.table) : undefined
      return to === undefined ? [] : keyRelationships(name, to, field)
    }),
  )
  return Map.groupBy(found, ({ from }) => from)
}

function keyRelationships(from: string, to: string, { name, unique = false }: Field): KeyRelationship[] {
  const common = { kind: 'key', constraint: `${from}_${name}_fkey`, oneToOne: unique, toView: false } as const
  return [
    { ...common, from, to, forward: true, toOne: true, columns: [[name, 'id']] },
    { ...common, from: to, to: from, forward: false, toOne: unique, columns: [['id', name]] },
  ]
}

import { listCustomers, readNames } from '#features/customers/endpoints.ts'
import type { DataTable } from '#features/tables/endpoints.ts'
import type { Field } from '#kernel/browser/fields/field.ts'
import { call } from '#studio/data/api.ts'
import { db, rowsOf } from '#studio/data/data.ts'
import { valueInWords } from './cell-value.tsx'
import { NameBatches } from './name-batches.ts'

/** A row or a person that a value may name. */
export interface Referent {
  id: string
  name: string
}

/** What the values of relation and person fields name: their names, and a search among them. */
export interface References {
  nameOf: (field: Field, id: string) => Promise<string | undefined>
  nameOfPerson: (id: string) => Promise<string | undefined>
  search: (field: Field, text: string) => Promise<readonly Referent[]>
}

const FOUND = 8
const NAMING = ['text', 'long_text', 'email', 'link', 'phone']

/** The field whose value names a row: the first text, else the first field. */
export const namingField = (fields: readonly Field[]): Field | undefined =>
  fields.find(({ kind }) => NAMING.includes(kind)) ?? fields[0]

/** @param mayNamePeople whether the user has the right `people`; without it, persons are shown by their ids */
export function openReferences(
  tenantId: string,
  tables: readonly DataTable[],
  mayNamePeople: boolean,
): References {
  const named = tables.flatMap((table) => {
    const by = table.deleted_at ? undefined : namingField(table.fields)
    return by ? [{ table, by }] : []
  })
  const nameOfRow = (by: Field, row: Record<string, unknown>): Referent => ({
    id: String(row.id),
    name: valueInWords(by, row[by.name]),
  })
  const rows = new Map(
    named.map(({ table, by }) => [
      table.id,
      new NameBatches(async (ids) => {
        const response = await db
          .from(table.name)
          .select(`id, ${by.name}`)
          .in('id', [...ids])
          .setHeader('x-tenant', tenantId)
        const found = rowsOf(response) as unknown as Record<string, unknown>[]
        return new Map(found.map((row) => nameOfRow(by, row)).map(({ id, name }) => [id, name]))
      }),
    ]),
  )
  const people = new NameBatches(async (ids) => {
    if (!mayNamePeople) return new Map()
    const { names } = await call(readNames, { tenantId, ids: [...ids] })
    return new Map(names.map(({ id, name }) => [id, name]))
  })

  async function searchRows(tableId: string | undefined, text: string): Promise<readonly Referent[]> {
    const target = named.find(({ table }) => table.id === tableId)
    if (!target) return []
    const { table, by } = target
    let request = db.from(table.name).select(`id, ${by.name}`)
    if (text && NAMING.includes(by.kind))
      request = request.ilike(by.name, `%${text.replace(/[\\%_*]/g, '\\$&')}%`)
    const response = await request.order('id').limit(FOUND).setHeader('x-tenant', tenantId)
    return (rowsOf(response) as unknown as Record<string, unknown>[]).map((row) => nameOfRow(by, row))
  }

  async function searchPeople(text: string): Promise<readonly Referent[]> {
    if (!mayNamePeople) return []
    const { customers } = await call(listCustomers, { tenantId, limit: FOUND, ...(text && { q: text }) })
    return customers.map(({ id, name, email, phone }) => ({
      id,
      name: [name, email || (phone && `+${phone}`)].filter(Boolean).join(', ') || `Guest ${id.slice(-8)}`,
    }))
  }

  return {
    nameOfPerson: (id) => people.nameOf(id),
    nameOf: async (field, id) =>
      field.kind === 'person' ? people.nameOf(id) : rows.get(field.table ?? '')?.nameOf(id),
    search: (field, text) => (field.kind === 'person' ? searchPeople(text) : searchRows(field.table, text)),
  }
}

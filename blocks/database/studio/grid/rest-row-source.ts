import { type DataTable, restoreRows } from '#features/tables/endpoints.ts'
import { CallError } from '#kernel/browser/call.ts'
import { call } from '#studio/data/api.ts'
import { DataError, db, rowsOf } from '#studio/data/data.ts'
import { Refused } from '../import/send-rows.ts'
import { countGroups } from './count-groups.ts'
import { filterTerms } from './filters.ts'
import type { Filter } from './filters.ts'
import type { GridRow, RowSource, RowValues } from './row-source.ts'
import { rowTurns } from './row-turns.ts'

/** Ids of one request: an address has at most 8 KB in some servers. */
const IDS = 100
/** Rows that one call restores. */
const RESTORED = 1000
/** Between two attempts without a connection. */
const RETRY_MS = 3000

/** The rows of a table through the data API, as staff of its tenant. */
export function restRowSource(tenantId: string, table: DataTable): RowSource {
  const rows = () => db.from(table.name)
  const inTurn = rowTurns()
  // A view may name fields that were removed since.
  const isColumn = (name: string) =>
    name === 'created_at' || table.fields.some((field) => field.name === name)
  const select = (filters: readonly Filter[], isCounted = false) => {
    let request = rows().select('*', isCounted ? { count: 'exact' } : {})
    for (const [column, operator, value] of filterTerms(table.fields, filters))
      request = request.filter(column, operator, value)
    return request
  }
  return {
    async page({ filters, sorts }, from, count, isCounted) {
      let request = select(filters, isCounted)
      for (const { field, isDescending } of sorts.filter((sort) => isColumn(sort.field)))
        request = request.order(field, { ascending: !isDescending, nullsFirst: false })
      const response = await request
        .order('id')
        .range(from, from + count - 1)
        .setHeader('x-tenant', tenantId)
      return { rows: rowsOf(response) as GridRow[], total: response.count ?? undefined }
    },
    async after({ filters }, id, count) {
      const request = id === undefined ? select(filters) : select(filters).gt('id', id)
      return rowsOf(await request.order('id').limit(count).setHeader('x-tenant', tenantId)) as GridRow[]
    },
    groups: (query, field, grouping) => countGroups(tenantId, table, query, field, grouping),
    insert: async (values) =>
      rowsOf(
        await rows()
          .insert([...values])
          .select()
          .setHeader('x-tenant', tenantId),
      ) as GridRow[],
    update: (id, values) =>
      inTurn(id, async () => {
        const changed = rowsOf(
          await rows().update(values).eq('id', id).select().setHeader('x-tenant', tenantId),
        ) as GridRow[]
        if (!changed[0]) throw new Error('The row was deleted in the meantime.')
        return changed[0]
      }),
    async remove(ids) {
      for (let at = 0; at < ids.length; at += IDS)
        rowsOf(
          await rows()
            .delete()
            .in('id', ids.slice(at, at + IDS))
            .select('id')
            .setHeader('x-tenant', tenantId),
        )
    },
    async restore(ids) {
      let count = 0
      for (let at = 0; at < ids.length; at += RESTORED) {
        const batch = ids.slice(at, at + RESTORED)
        count += (await call(restoreRows, { tenantId, tableId: table.id, rows: batch })).restored
      }
      if (count < ids.length) throw new Error(notRestored(ids.length - count))
    },
  }
}

/**
 * Inserts rows of an import without reading them back. They have ids, so that a request without a response can be repeated.
 * @throws {Refused} for values that the server refuses
 */
export async function insertImported(
  tenantId: string,
  name: string,
  values: readonly RowValues[],
  retries = 3,
): Promise<void> {
  const response = await db
    .from(name)
    .upsert([...values], { onConflict: 'id', ignoreDuplicates: true })
    .setHeader('x-tenant', tenantId)
  try {
    rowsOf(response)
  } catch (error) {
    if (error instanceof CallError && error.status === 0 && retries > 0) {
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
      return insertImported(tenantId, name, values, retries - 1)
    }
    // Classes of SQLSTATE: 22 wrong values, 23 constraints. Everything else is not about these rows.
    if (error instanceof DataError && /^2[23]/.test(error.code))
      throw new Refused(dataErrorText(response.error ?? error))
    throw error
  }
}

const notRestored = (count: number) =>
  count === 1 ? 'A row is not in the trash any more.' : `${count} rows are not in the trash any more.`

/** What a refusal says about the value, where it does. */
export function dataErrorText(error: { message: string; details?: string | null }): string {
  return error.details || error.message
}

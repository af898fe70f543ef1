import type { DataTable } from '#features/tables/endpoints.ts'
import { db } from '#studio/data/data.ts'

export type TableRow = Record<string, unknown> & { id: string }

/** Names the tenant whose table the caller means: staff reach the tables of several. */
const TENANT_HEADER = 'x-tenant'

/** Reads rows of a tenant's own table through the data API, as the signed-in owner or staff. */
export const selectRows = (tenantId: string, { name }: Pick<DataTable, 'name'>, columns = '*') =>
  db.from(name).select(columns).setHeader(TENANT_HEADER, tenantId)

/** Counts all rows, those that wait for approval included. */
export const countRows = (tenantId: string, { name }: Pick<DataTable, 'name'>) =>
  db.from(name).select('id', { count: 'exact', head: true }).setHeader(TENANT_HEADER, tenantId)

/** Adds rows, by names of the fields. */
export const insertRows = (
  tenantId: string,
  { name }: Pick<DataTable, 'name'>,
  rows: readonly Readonly<Record<string, unknown>>[],
) =>
  db
    .from(name)
    .insert([...rows], { defaultToNull: false })
    .setHeader(TENANT_HEADER, tenantId)

import { type RawBuilder, sql } from 'kysely'
import type { Kernel } from '#kernel/kernel.ts'

/** Rows per transaction, so that no change waits for many. */
const BATCH = 2000

/** Deletes rows and tables that were in the trash for 30 days, and history of that age. */
export async function forgetRecords({ database, log }: Kernel): Promise<void> {
  let count = 0
  let last: number
  do {
    last = await database.asService('job: empty the trash of own tables', async (db) => {
      const { rows } = await sql<{ count: number }>`select app.forget_records(${BATCH}) as count`.execute(db)
      return rows[0]!.count
    })
    count += last
  } while (last > 0)
  if (count) log.info({ count }, 'the trash of own tables was emptied')
}

/** Deletes uploads that no row claimed within a day. The sweep of services/storage removes their bytes. */
export async function forgetFiles({ database, log }: Kernel): Promise<void> {
  let count = 0
  let last: number
  do {
    last = await database.asService('job: delete uploads that no row has', async (db) => {
      const { rows } = await sql<{ count: number }>`select app.forget_files(${BATCH}) as count`.execute(db)
      return rows[0]!.count
    })
    count += last
  } while (last > 0)
  if (count) log.info({ count }, 'files that no row has were deleted')
}

/** Puts the rows of a table into the indexes of new fields, and clears values of fields that were removed 30 days ago. */
export async function tendTable(
  { database }: Kernel,
  { tenant, table }: { tenant: string; table: string },
): Promise<void> {
  const step = <T>(call: RawBuilder<{ result: T }>) =>
    database.asService('job: bring rows up to date with their fields', async (db) => {
      const { rows } = await call.execute(db)
      return rows[0]!.result
    })
  do {
    let last: string | null = null
    do
      last = await step(
        sql<{
          result: string | null
        }>`select app.tend_rows(${tenant}, ${table}, ${last}::uuid, ${BATCH}) as result`,
      )
    while (last)
  } while (await step(sql<{ result: boolean }>`select app.tend_table(${tenant}, ${table}) as result`))
}

/** Clears values of fields that were removed 30 days ago, in all tables. */
export async function clearRemovedFields(kernel: Kernel): Promise<void> {
  const tables = await kernel.database.asService(
    'job: bring rows up to date with their fields',
    async (db) => {
      const { rows } = await sql<{
        tenant: string
        table: string
      }>`select tenant_id as tenant, table_id as table from app.tables_to_tend()`.execute(db)
      return rows
    },
  )
  for (const table of tables) await tendTable(kernel, table)
}

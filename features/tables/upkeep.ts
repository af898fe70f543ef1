import { type RawBuilder, sql } from 'kysely'
import type { Kernel } from '#kernel/kernel.ts'

/** Rows per transaction, so that no change waits for many. */
const BATCH = 2000

/**
 * Deletes history of more than 30 days, tables that were in the trash for as long, and rows of tables that are gone. What fails
 * does not keep the rest.
 * @param most rows per transaction
 * @throws {AggregateError} after everything else, for tables that could not be deleted
 */
export async function forgetRecords({ database, log }: Kernel, most = BATCH): Promise<void> {
  const step = <T>(call: RawBuilder<T>) =>
    database.asService('job: empty the trash of own tables', async (db) => (await call.execute(db)).rows)
  let changes = 0
  let last: number
  do {
    const [row] = await step(sql<{ count: number }>`select app.forget_history(${most}) as count`)
    last = row!.count
    changes += last
  } while (last > 0)
  const tables = await step(
    sql<{
      tenant: string
      table: string
    }>`select tenant_id as tenant, table_id as table from app.tables_to_forget()`,
  )
  const failed: unknown[] = []
  for (const { tenant, table } of tables)
    try {
      await step(sql`select app.forget_table(${tenant}, ${table})`)
    } catch (error) {
      failed.push(error)
    }
  while ((await step(sql<{ more: boolean }>`select app.forget_rows(${most}) as more`))[0]!.more);
  if (changes + tables.length > 0)
    log.info({ changes, tables: tables.length }, 'the trash of own tables was emptied')
  if (failed.length > 0) throw new AggregateError(failed, 'tables stay in the trash')
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

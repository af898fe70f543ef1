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

/** Deletes uploads that no row claimed in time. The sweep of services/storage removes their bytes. */
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
  kernel: Kernel,
  { tenant, table }: { tenant: string; table: string },
): Promise<void> {
  let isBehind: boolean
  do {
    let last: string | null = null
    do {
      const step: RawBuilder<{ last: string | null }> = sql`
        select app.tend_rows(${tenant}, ${table}, ${last}::uuid, ${BATCH}) as last`
      const rows: { last: string | null }[] = await tend(kernel, step)
      last = rows[0]!.last
    } while (last)
    const [row] = await tend(
      kernel,
      sql<{ behind: boolean }>`select app.tend_table(${tenant}, ${table}) as behind`,
    )
    isBehind = row!.behind
  } while (isBehind)
}

/** Clears values of fields that were removed 30 days ago, in all tables. */
export async function clearRemovedFields(kernel: Kernel): Promise<void> {
  const tables = await tend(
    kernel,
    sql<{
      tenant: string
      table: string
    }>`select tenant_id as tenant, table_id as table from app.tables_to_tend()`,
  )
  for (const table of tables) await tendTable(kernel, table)
}

const tend = <T>({ database }: Kernel, call: RawBuilder<T>): Promise<T[]> =>
  database.asService(
    'job: bring rows up to date with their fields',
    async (db) => (await call.execute(db)).rows,
  )

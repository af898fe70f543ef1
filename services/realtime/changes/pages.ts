import { isDatabaseAway } from '#kernel/db/database-error.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { PAGE, readChanges } from './change-rows.ts'
import type { Change } from './change-rows.ts'
import type { TableKey } from './table-key.ts'

const RETRY_MS = 500

/**
 * Retries while the database is unavailable, so that changes in progress are neither delivered twice nor
 * dropped.
 * @throws any other error of the query
 */
export async function retryWhileUnavailable<T>(signal: AbortSignal, query: () => Promise<T>): Promise<T> {
  for (;;)
    try {
      return await query()
    } catch (error) {
      if (signal.aborted || !isDatabaseAway(error)) throw error
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS).unref())
      if (signal.aborted) throw error
    }
}

/** The changes of transactions, in pages. The list of tables is read again for each page. */
export async function* pagesOf(
  { database }: Pick<Kernel, 'database'>,
  xacts: string[],
  tables: () => TableKey[],
  signal: AbortSignal,
): AsyncGenerator<Change[]> {
  let last: Change | undefined
  for (;;) {
    const watchedTables = tables()
    if (watchedTables.length === 0 || signal.aborted) return
    const after = last
    const changes = await retryWhileUnavailable(signal, () =>
      readChanges(database, xacts, watchedTables, after),
    )
    if (changes.length > 0) yield changes
    if (changes.length < PAGE) return
    last = changes.at(-1)
  }
}

import { isDatabaseAway } from '#kernel/db/database-error.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { PAGE, readChanges } from './change-rows.ts'
import type { Change } from './change-rows.ts'

const RETRY_MS = 500

/**
 * Asks again while the database is away, so that nothing that was begun is told twice or dropped.
 * @throws what the database says of the question itself
 */
export async function persist<T>(signal: AbortSignal, ask: () => Promise<T>): Promise<T> {
  for (;;)
    try {
      return await ask()
    } catch (error) {
      if (signal.aborted || !isDatabaseAway(error)) throw error
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS).unref())
      if (signal.aborted) throw error
    }
}

/** The changes of transactions in pages; the tables are asked for at each page. */
export async function* pagesOf(
  { database }: Pick<Kernel, 'database'>,
  xacts: string[],
  tables: () => number[],
  signal: AbortSignal,
): AsyncGenerator<Change[]> {
  let last: Change | undefined
  for (;;) {
    const wanted = tables()
    if (wanted.length === 0 || signal.aborted) return
    const after = last
    const changes = await persist(signal, () => readChanges(database, xacts, wanted, after))
    if (changes.length > 0) yield changes
    if (changes.length < PAGE) return
    last = changes.at(-1)
  }
}

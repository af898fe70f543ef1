import { isUndone } from './database-error.ts'

const MOST_TRIES = 4

/**
 * Retries a transaction that the database rolled back because of a deadlock. Use it for work that locks rows of many
 * tables in its own order, as deletions do, and for work that a buyer waits for.
 * @param transaction must only use the database: any other side effect would be repeated
 * @throws what the transaction throws; after four deadlocks the last one's error
 */
export async function againAfterDeadlock<T>(transaction: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++)
    try {
      return await transaction()
    } catch (error) {
      if (!isUndone(error) || tries === MOST_TRIES) throw error
    }
}

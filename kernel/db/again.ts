import { isUndone } from './database-error.ts'

const MOST_TRIES = 4

/**
 * Does a transaction again that the database ended to undo a deadlock: nothing of it was kept, and whoever it waited
 * for goes on meanwhile. For what takes rows of many tables at once in an order of its own, as deletions do, and for what a
 * buyer waits for.
 * @param transaction asks the database alone: what it does elsewhere would be done again
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

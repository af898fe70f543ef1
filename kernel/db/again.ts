import { sqlState } from './database-error.ts'

const DEADLOCK = '40P01'
const MOST_TRIES = 4

/**
 * Does a transaction again that the database ended to undo a deadlock: nothing of it was kept, and whoever it waited
 * for goes on meanwhile. For what takes rows of many tables at once, as deletions do, in an order of its own.
 * @param transaction asks the database alone: what it does elsewhere would be done again
 * @throws what the transaction throws; after four deadlocks the last one's error
 */
export async function againAfterDeadlock<T>(transaction: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++)
    try {
      return await transaction()
    } catch (error) {
      if (sqlState(error) !== DEADLOCK || tries === MOST_TRIES) throw error
    }
}

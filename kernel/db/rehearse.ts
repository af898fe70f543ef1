import type { Database } from './database.ts'

/** Ends a transaction that must leave nothing behind. */
class Rehearsed extends Error {}

/** Runs the work of a transaction and rolls it back. Errors of the work itself are thrown. */
async function rollBack<T>(
  run: (work: (given: never) => Promise<never>) => Promise<unknown>,
  work: (given: never) => Promise<T>,
): Promise<T> {
  let result: { value: T } | undefined
  try {
    await run(async (given) => {
      result = { value: await work(given) }
      throw new Rehearsed()
    })
  } catch (error) {
    if (!(error instanceof Rehearsed) || !result) throw error
  }
  return result!.value
}

/** A database whose transactions are rolled back: what a caller would write is computed, and never stored. */
export function rehearse(database: Database): Database {
  const { withClaims, asService, transaction, once } = database
  return {
    ...database,
    withClaims: (claims, work, settings) =>
      rollBack((inner) => withClaims(claims, inner as never, settings), work as never),
    asService: (reason, work) => rollBack((inner) => asService(reason, inner as never), work as never),
    transaction: (claims, settings, work) =>
      rollBack((inner) => transaction(claims, settings, inner as never), work as never),
    // A single statement is a transaction of its own.
    once: (claims, statement) => once(claims, { ...statement, readOnly: true }),
  }
}

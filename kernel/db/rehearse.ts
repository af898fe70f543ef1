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
export const rehearse = (database: Database): Database => ({
  ...database,
  withClaims: (claims, work, settings) =>
    rollBack((inner) => database.withClaims(claims, inner as never, settings), work as never),
  // `call`, because the list of service access has the callers, with their reasons.
  asService: (reason, work) =>
    rollBack((inner) => database.asService.call(database, reason, inner as never), work as never),
  transaction: (claims, settings, work) =>
    rollBack((inner) => database.transaction(claims, settings, inner as never), work as never),
  // A single statement is a transaction of its own.
  once: (claims, statement) => database.once(claims, { ...statement, readOnly: true }),
})

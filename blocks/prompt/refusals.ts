import pg from 'pg'
import { promptErrors } from './errors.ts'

type Refusal = keyof typeof promptErrors

/** Runs a statement of this block. @throws {AppError} the declared error if the database refuses */
export async function refusing<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || !error.constraint) throw error
    const name = error.constraint.replace(/^prompt_/, '')
    if (!Object.hasOwn(promptErrors, name)) throw error
    throw promptErrors[name as Refusal]({ cause: error })
  }
}

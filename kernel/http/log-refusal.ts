import { refusalOf } from '../db/database-error.ts'
import type { Refusal } from '../db/database-error.ts'
import type { AppContext } from './context.ts'

/**
 * Logs why the database refused a request, with its request id: the response alone often says no more than 403. Every
 * mount calls it for what it answers below 500.
 * @param thrown the database's error, or the error that has it as its cause
 * @param answer the code that the response names
 * @param own the refusal of a mount that knows the grants, and did not need the database
 */
export function logRefusal(c: AppContext, thrown: unknown, answer: string, own?: Refusal): void {
  const refusal = own ?? refusalOf(thrown) ?? refusalOf((thrown as Error | undefined)?.cause)
  if (refusal) c.get('log')?.info({ refusal, answer }, 'the database refused the request')
}

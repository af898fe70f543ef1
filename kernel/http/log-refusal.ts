import { refusalOf } from '../db/database-error.ts'
import type { Refusal } from '../db/database-error.ts'
import type { AppContext } from './context.ts'

/**
 * Logs why the database rejected a request, with the request id: the response often says no more than 403. Every mount
 * calls it for responses below 500.
 * @param thrown the database's error, or the error that has it as its cause
 * @param answer the code in the response
 * @param own a refusal that the mount itself decided from the grants, without the database
 */
export function logRefusal(c: AppContext, thrown: unknown, answer: string, own?: Refusal): void {
  const refusal = own ?? refusalOf(thrown) ?? refusalOf((thrown as Error | undefined)?.cause)
  if (refusal) c.get('log')?.info({ refusal, answer }, 'the database refused the request')
}

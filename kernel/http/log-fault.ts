import type { AppContext } from './context.ts'

/** nginx's status "client closed request": no response was sent, and it is not a server error. */
export const ABORTED = 499

/**
 * Logs why a request failed with a 5xx status. A client that disconnects while its body arrives is not an error: it is
 * logged at level info, and the request's own log line has status 499.
 * @param thrown the private cause; @param answer the code in the response
 */
export function logFault(c: AppContext, thrown: unknown, answer: string): void {
  if (isAborted(c, thrown)) {
    c.set('aborted', true)
    c.get('log')?.info({ answer }, 'the client ended the request')
  } else c.get('log')?.error({ err: thrown, answer }, 'request failed')
}

/**
 * Node rejects the body read with exactly this error when the connection ends. The code alone is ambiguous: it could
 * come from the database connection.
 */
function isAborted(c: AppContext, thrown: unknown): boolean {
  const incoming = (c.env as { incoming?: { destroyed?: boolean } } | undefined)?.incoming
  if (incoming?.destroyed !== true) return false
  for (
    let error = thrown as NodeJS.ErrnoException | undefined;
    error instanceof Error;
    error = error.cause as Error
  )
    if (error.message === 'aborted' && error.code === 'ECONNRESET') return true
  return false
}

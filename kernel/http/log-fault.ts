import type { AppContext } from './context.ts'

/** What nginx calls "client closed request": no response was sent, and no fault is ours. */
export const ABORTED = 499

/**
 * Logs why a request failed with a 5xx status. A client that hangs up while its body arrives is not an error: it is noted at
 * level info, and the request's own log line has status 499.
 * @param thrown the private cause; @param answer the code that the response names
 */
export function logFault(c: AppContext, thrown: unknown, answer: string): void {
  if (isAborted(c, thrown)) {
    c.set('aborted', true)
    c.get('log')?.info({ answer }, 'the client ended the request')
  } else c.get('log')?.error({ err: thrown, answer }, 'request failed')
}

/**
 * Node rejects the read of a body whose connection ended with exactly this error. The code alone could be the
 * database's connection.
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

import { CallError } from './call.ts'

/**
 * Assigns idempotency keys to actions. A retry while the first call is in flight, or after its response was lost,
 * reuses the key, so the action happens once. After a response has arrived, the next call gets a new key.
 * @example const attempt = makeAttempts(); await attempt('refund 1250', (idempotencyKey) => call(…, { idempotencyKey }))
 */
export function makeAttempts() {
  const keys = new Map<string, string>()
  return async function attempt<T>(act: string, work: (key: string) => Promise<T>): Promise<T> {
    const key = keys.get(act) ?? crypto.randomUUID()
    keys.set(act, key)
    try {
      const done = await work(key)
      keys.delete(act)
      return done
    } catch (why) {
      const answered = why instanceof CallError && why.status >= 400 && why.status < 500
      if (answered) keys.delete(act)
      throw why
    }
  }
}

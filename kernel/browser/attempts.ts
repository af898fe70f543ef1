import { CallError } from './call.ts'

/**
 * Gives acts their idempotency keys: pressed again while the first is under way, or after its answer was lost, an act
 * keeps its key and happens once; once it was answered the next is another act.
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

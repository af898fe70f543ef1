/** What there is to wait for. No number: 0 would be an answer at once, and is mostly what is waited through. */
export type Answer = true | string | object

/**
 * Waits until a check gives something (not undefined, false or null), looking every 15 ms; for what other processes
 * or jobs do and tell nobody.
 * @throws {Error} naming `what` after `seconds`; what works takes no longer for it, a busy machine is no fault
 */
export async function eventually<T extends Answer>(
  what: string,
  check: () => Promise<T | undefined | false | null>,
  seconds = 30,
): Promise<T> {
  const until = Date.now() + seconds * 1000
  for (;;) {
    const found = await check()
    if (found !== undefined && found !== false && found !== null) return found
    if (Date.now() > until) throw new Error(`Not within ${seconds} s: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 15))
  }
}

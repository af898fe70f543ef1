/**
 * Result of a check. Numbers are excluded, because a count of 0 would end the wait although it means "not
 * yet".
 */
export type Answer = true | string | object

/**
 * Polls every 15 ms until a check returns something other than undefined, false or null. Use it for the work
 * of other processes or jobs that send no notification.
 * @param seconds time limit; generous, because a busy machine must not fail a test
 * @throws {Error} naming `what` after the time limit
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

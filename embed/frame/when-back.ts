const FIRST_WAIT = 2000
const LONGEST_WAIT = 60_000

/**
 * Looks again and again whether something is back, ever less often: many pages may stand open while a server is away.
 * Where the browser says that the network is back, it looks at once and then often again, since a network that has just
 * come may lead nowhere for some seconds.
 * @param isBack may fail, which means no
 * @param first milliseconds before the first look
 * @returns how long the one after this would have waited, for whoever looks again
 */
export async function whenBack(isBack: () => Promise<boolean>, first = FIRST_WAIT): Promise<number> {
  const done = new AbortController()
  let wait = first
  let goOn = () => {}
  const online = () => {
    wait = FIRST_WAIT
    goOn()
  }
  addEventListener('online', online, { signal: done.signal })
  do {
    const now = wait
    wait = Math.min(2 * wait, LONGEST_WAIT)
    await new Promise<void>((resolve) => {
      goOn = resolve
      setTimeout(resolve, now)
    })
  } while (!(await isBack().catch(() => false)))
  done.abort()
  return wait
}

/**
 * Fetches files past the browser's cache. What is not there any more is no reason to wait, since a new page names others;
 * what a server refuses for now is.
 */
export async function areBack(files: readonly string[]): Promise<boolean> {
  const answers = await Promise.all(files.map((file) => fetch(file, { cache: 'reload' })))
  return answers.every(({ status }) => status < 429)
}

const MIN_WAIT_MS = 2000
const MAX_WAIT_MS = 60_000

/**
 * Polls until something is available again, at growing intervals, because many pages may be open while a
 * server is down. When the browser reports that it is online, it polls at once and then often again, because
 * a new network may not work for some seconds.
 * @param isBack a rejection counts as false
 * @param first milliseconds before the first check
 * @returns the next interval, for a caller that polls again
 */
export async function retryOnReconnect(isBack: () => Promise<boolean>, first = MIN_WAIT_MS): Promise<number> {
  const done = new AbortController()
  let wait = first
  let resume = () => {}
  const online = () => {
    wait = MIN_WAIT_MS
    resume()
  }
  addEventListener('online', online, { signal: done.signal })
  do {
    const now = wait
    wait = Math.min(2 * wait, MAX_WAIT_MS)
    await new Promise<void>((resolve) => {
      resume = resolve
      setTimeout(resolve, now)
    })
  } while (!(await isBack().catch(() => false)))
  done.abort()
  return wait
}

/**
 * Loads files past the browser's cache. A missing file is no reason to wait, because a new page names other
 * files; a temporary error (429 or higher) is.
 */
export async function areFilesAvailable(files: readonly string[]): Promise<boolean> {
  const responses = await Promise.all(files.map((file) => fetch(file, { cache: 'reload' })))
  return responses.every(({ status }) => status < 429)
}

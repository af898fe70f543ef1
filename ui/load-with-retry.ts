/** Milliseconds to wait before the second and the third attempt. */
const RETRY_DELAYS_MS = [400, 1600]

/** The environment's functions, so that tests can replace them. */
export interface LoadEnvironment {
  wait: (ms: number) => Promise<void>
  importAddress: (address: string) => Promise<object>
}

const BROWSER: LoadEnvironment = {
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  importAddress: (address) => import(/* @vite-ignore */ address) as Promise<object>,
}

let retryCount = 0

/**
 * Imports a module over the network, with up to three attempts. Browsers cache a failed module URL until the
 * page is reloaded, so each retry requests the same file under a new query string. The URL comes from the
 * browser's error. If a style sheet of the module failed, `load` is called again.
 *
 * @param load imports the module
 * @param needed an export that the module must have, because a build may put several modules into one file
 * @throws the error of the last attempt
 */
export async function loadWithRetry<T extends object>(
  load: () => Promise<T>,
  needed: keyof T & string,
  environment: LoadEnvironment = BROWSER,
): Promise<T> {
  let failure: unknown
  try {
    return await load()
  } catch (error) {
    failure = error
  }
  const address = /https?:\/\/[^\s?]+\.js/.exec(String(failure))?.[0]
  if (!address && !String(failure).includes('preload CSS')) throw failure
  for (const ms of RETRY_DELAYS_MS)
    try {
      await environment.wait(ms)
      const module = address
        ? await environment.importAddress(`${address}?again=${++retryCount}`)
        : await load()
      if (needed in module) return module as T
      break
    } catch (error) {
      failure = error
    }
  throw failure
}

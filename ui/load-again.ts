/** Milliseconds before the second and the third try. */
const PAUSES = [400, 1600]

/** What the loading stands on; tests bring their own. */
export interface LoadGround {
  wait: (ms: number) => Promise<void>
  importAddress: (address: string) => Promise<object>
}

const BROWSER: LoadGround = {
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  importAddress: (address) => import(/* @vite-ignore */ address) as Promise<object>,
}

let turn = 0

/**
 * Loads code that comes over the network, three times before it gives up: a train in a tunnel is no reason to break.
 * A browser remembers of an address that no module came from it, for as long as the page stands; so the second try
 * asks for the same file under another address, which stands in the browser's error.
 *
 * @param load imports the module
 * @param needed an export without which the file is not what was asked for: builds may put several into one
 * @throws what the last try failed with
 */
export async function loadAgain<T extends object>(
  load: () => Promise<T>,
  needed: keyof T & string,
  ground: LoadGround = BROWSER,
): Promise<T> {
  let failure: unknown
  try {
    return await load()
  } catch (error) {
    failure = error
  }
  const address = /https?:\/\/[^\s?]+\.js/.exec(String(failure))?.[0]
  if (!address) throw failure
  for (const ms of PAUSES)
    try {
      await ground.wait(ms)
      const module = await ground.importAddress(`${address}?again=${++turn}`)
      if (needed in module) return module as T
      break
    } catch (error) {
      failure = error
    }
  throw failure
}

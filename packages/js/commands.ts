import { whenThere } from './load.ts'
import { loaded, taker } from './page-global.ts'
import type { BlocksEventMap, BlocksUser, Look, BlocksTheme } from './types.ts'

/**
 * Listens on the whole page, also before the script is there. @returns a function that stops it
 * @example on('purchase', ({ item, amount, currency }) => …)
 */
export function on<K extends keyof BlocksEventMap>(
  name: K,
  listener: (detail: BlocksEventMap[K], event: CustomEvent<BlocksEventMap[K]>) => void,
): () => void {
  if (typeof document === 'undefined') return () => {}
  const hear = (event: Event) => {
    const custom = event as CustomEvent<BlocksEventMap[K]>
    listener(custom.detail, custom)
  }
  document.addEventListener(`bb:${name}`, hear)
  return () => document.removeEventListener(`bb:${name}`, hear)
}

/** Who is signed in; null for nobody. Rejects on sites that your tenant does not list by name. */
export const user = (): Promise<BlocksUser | null> => ask('user') as Promise<BlocksUser | null>

/** A token that your own server can verify; null when nobody is signed in. Ask anew for each use: it lives briefly. */
export const token = (): Promise<string | null> => ask('token') as Promise<string | null>

export const signOut = async (): Promise<void> => void (await ask('signOut'))

/** Opens a block in a dialog over the page: `open('auth')`. */
export const open = async (block: string, settings: Record<string, string> = {}): Promise<void> =>
  void (await ask('open', block, settings))

/** Closes that dialog. */
export const close = async (): Promise<void> => void (await ask('close'))

/** The look of all blocks of the page, from now on. */
export const setTheme = (look: BlocksTheme | Look): void => void taker()?.('theme', look)

/** Asks the script, as soon as it is there; on a server nobody is signed in and nothing opens. */
async function ask(command: string, ...args: unknown[]): Promise<unknown> {
  if (typeof document === 'undefined') return null
  await whenThere()
  return loaded()!(command, ...args)
}

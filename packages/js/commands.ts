import { whenLoaded } from './load.ts'
import { loaded, pageCommand } from './page-global.ts'
import type { BlocksEventMap, BlocksUser, Look, BlocksTheme } from './types.ts'

/**
 * Listens on the whole page, even before the script has loaded. @returns a function that stops it
 * @example on('purchase', ({ item, amount, currency }) => …)
 */
export function on<K extends keyof BlocksEventMap>(
  name: K,
  listener: (detail: BlocksEventMap[K], event: CustomEvent<BlocksEventMap[K]>) => void,
): () => void {
  if (typeof document === 'undefined') return () => {}
  const handle = (event: Event) => {
    const custom = event as CustomEvent<BlocksEventMap[K]>
    listener(custom.detail, custom)
  }
  document.addEventListener(`bb:${name}`, handle)
  return () => document.removeEventListener(`bb:${name}`, handle)
}

/** The signed-in user, or null. Rejects on sites that your tenant does not list by name. */
export const user = (): Promise<BlocksUser | null> => request('user') as Promise<BlocksUser | null>

/**
 * A token that your server can verify; null when no user is signed in. Request it for each use: it expires
 * soon.
 */
export const token = (): Promise<string | null> => request('token') as Promise<string | null>

export const signOut = async (): Promise<void> => void (await request('signOut'))

/** Opens a block in a dialog over the page: `open('auth')`. */
export const open = async (block: string, settings: Record<string, string> = {}): Promise<void> =>
  void (await request('open', block, settings))

/** Closes that dialog. */
export const close = async (): Promise<void> => void (await request('close'))

/** Changes the theme of all blocks on the page. */
export const setTheme = (look: BlocksTheme | Look): void => void pageCommand()?.('theme', look)

/**
 * Calls the script as soon as it has loaded. On a server it returns null: no user is signed in and nothing
 * opens.
 */
async function request(command: string, ...args: unknown[]): Promise<unknown> {
  if (typeof document === 'undefined') return null
  await whenLoaded()
  return loaded()!(command, ...args)
}

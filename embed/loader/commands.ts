import type { RequestedTheme } from '#kernel/browser/theme-variants.ts'
import { refreshLooks } from './looks.ts'
import { note } from './note.ts'
import type { Page } from './page.ts'
import { page } from './state.ts'

declare const __BB_VERSION__: string

export type Command = (...args: never[]) => unknown
export type Commands = Record<string, Command>

/**
 * `bb('on', 'purchase', listener)`: listens on the whole page. @returns a function that removes the listener
 */
function on(name: string, listener: (event: Event) => void): () => void {
  const type = `bb:${name.replace('bb:', '')}`
  addEventListener(type, listener)
  return () => removeEventListener(type, listener)
}

const now: Commands = {
  on,
  theme(look: RequestedTheme | Page['look']) {
    page.look = { ...page.look, ...(typeof look === 'string' ? { theme: look } : look) }
    refreshLooks()
    if (page.look.theme === 'auto') page.wake(refreshLooks)
  },
}

/**
 * The page's only global. Commands of the second chunk return a promise, and also call a function passed as
 * the last argument.
 */
export function bb(name: string, ...args: unknown[]): unknown {
  if (Object.hasOwn(now, name)) return now[name]!(...(args as never[]))
  const answer = page.loadMore().then((run) => run(name, args))
  // Also report it here, because calls queued by the stub have no promise to handle.
  answer.catch((why: Error) => note(name, why))
  return answer
}
bb.v = __BB_VERSION__

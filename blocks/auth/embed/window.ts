// A window of ours for what no frame can do: going to a provider, making a passkey. It is opened inside the click and
// hands its result back to the frame that opened it, and to nobody else: both ends name our exact origin, and the
// frame listens to that one window.
import { CallError } from '#kernel/browser/call.ts'
import type { ProviderChoice } from './data-types.ts'
import { texts } from './texts/spoken.ts'

/** What a provider's window hands back: a code, and what proves that it was asked for in this browser (RFC 7636). */
export interface HandedCode {
  auth_code: string
  code_verifier: string
}

/** What our windows say to the frame that opened them. */
export type WindowMessage =
  | { bb: 'handed'; result: HandedCode }
  | { bb: 'failed'; code: string; words: string }
  /** Asks for a one-time code bound to the window's own secret; `challenge` is its S256. */
  | { bb: 'who'; challenge: string }
  | { bb: 'done' }

/** What the frame answers; after `taken` the window closes itself. */
export type FrameReply = { bb: 'taken' } | { bb: 'you'; code: string }

/** How often to look whether the window is still there: browsers tell nobody. */
const LOOK_MS = 400

/** Our page that goes to the provider and comes back; `back` is the host page, for when no frame waits any more. */
export function providerAddress(publicKey: string, { id }: ProviderChoice, back: string): string {
  const { lang, dataset } = document.documentElement
  const query = new URLSearchParams({ tenant: publicKey, provider: id, locale: lang })
  if (back) query.set('back', back)
  if (dataset['theme']) query.set('theme', dataset['theme'])
  return `/embed/auth-return?${query}`
}

/**
 * Opens a window of ours; call it inside a click, before anything is awaited.
 * @param answer gives the window a one-time code of this frame's session, when it asks for one
 * @returns undefined when the browser opens no window. The promise rejects with a CallError: `window_closed`, or what
 *   went wrong over there
 */
export function askInWindow(
  address: string,
  answer?: (challenge: string) => Promise<string>,
): Promise<HandedCode> | undefined {
  const [width, height] = [480, 680]
  const left = Math.round(screenX + (outerWidth - width) / 2)
  const top = Math.round(screenY + (outerHeight - height) / 2)
  const opened = open(address, '_blank', `popup,width=${width},height=${height},left=${left},top=${top}`)
  if (!opened) return undefined
  const reply = (message: FrameReply) => opened.postMessage(message, location.origin)

  return new Promise((resolve, reject) => {
    const listening = new AbortController()
    let misses = 0
    // A window's last words may come after its end: two looks, not one.
    const looking = setInterval(() => {
      misses = opened.closed ? misses + 1 : 0
      if (misses > 2) end(() => reject(new CallError(0, 'window_closed', texts.ways.closed)))
    }, LOOK_MS)
    function end(how: () => void) {
      clearInterval(looking)
      listening.abort()
      how()
    }
    addEventListener(
      'message',
      ({ data, source, origin }: MessageEvent<WindowMessage>) => {
        if (source !== opened || origin !== location.origin) return
        if (data?.bb === 'who') {
          answer?.(data.challenge).then(
            (code) => reply({ bb: 'you', code }),
            () => {},
          )
          return
        }
        reply({ bb: 'taken' })
        if (data?.bb === 'failed') end(() => reject(new CallError(0, data.code, data.words)))
        else end(() => resolve(data?.bb === 'handed' ? data.result : { auth_code: '', code_verifier: '' }))
      },
      { signal: listening.signal },
    )
  })
}

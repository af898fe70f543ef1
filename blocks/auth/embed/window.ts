// What the windows in which people go to a provider or make a passkey hand back to the frame that opened them.
import { passLook } from '#kernel/browser/theme/pass-look.ts'
import { CallError } from '#kernel/browser/call.ts'
import { attendChild, openChild } from '#kernel/browser/child-window.ts'
import type { ProviderChoice } from './data-types.ts'
import { texts } from './texts/spoken.ts'

/** What a provider's window hands back: a code, and what proves that it was asked for in this browser (RFC 7636). */
export interface HandedCode {
  auth_code: string
  code_verifier: string
}

/** What the window of the tenant's Auth0 hands back; the server checks it. */
export interface HandedToken {
  id_token: string
}

/** What our windows say to the frame that opened them. */
export type WindowMessage =
  | { bb: 'handed'; result: HandedCode | HandedToken }
  | { bb: 'failed'; code: string; words: string }
  /** Asks for a one-time code bound to the window's own secret; `challenge` is its S256. */
  | { bb: 'who'; challenge: string }
  | { bb: 'done' }

/** What the frame answers; after `taken` the window closes itself. */
export type FrameReply = { bb: 'taken' } | { bb: 'you'; code: string }

/** Our page that goes to the provider and comes back; `back` is the host page, for when no frame waits any more. */
export function providerAddress(publicKey: string, { id }: ProviderChoice, back: string): string {
  const { lang } = document.documentElement
  const query = new URLSearchParams({ tenant: publicKey, provider: id, locale: lang })
  if (back) query.set('back', back)
  passLook(query)
  return `/embed/auth-return?${query}`
}

/**
 * Opens a window of ours; call it inside a click, before anything is awaited.
 * @param answer gives the window a one-time code of this frame's session, when it asks for one
 * @returns undefined when the browser opens no window. The promise rejects with a CallError: `window_closed`, or what
 *   went wrong over there
 */
export function askInWindow<Handed extends object = HandedCode>(
  address: string,
  answer?: (challenge: string) => Promise<string>,
): Promise<Handed> | undefined {
  const opened = openChild(address)
  if (!opened) return undefined
  return new Promise((resolve, reject) => {
    const stop = attendChild<WindowMessage>(opened, {
      hear(message, send) {
        const reply: (answer: FrameReply) => void = send
        if (message.bb === 'who') {
          answer?.(message.challenge).then(
            (code) => reply({ bb: 'you', code }),
            () => {},
          )
          return
        }
        reply({ bb: 'taken' })
        stop()
        if (message.bb === 'failed') reject(new CallError(0, message.code, message.words))
        else resolve((message.bb === 'handed' ? message.result : {}) as Handed)
      },
      gone: () => reject(new CallError(0, 'window_closed', texts.ways.closed)),
    })
  })
}

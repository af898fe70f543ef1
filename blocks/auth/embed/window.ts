// Messages between the frame and the windows it opens for signing in with a provider or creating a passkey.
import { passLook } from '#kernel/browser/theme/pass-look.ts'
import { CallError } from '#kernel/browser/call.ts'
import { attendChild, openChild } from '#kernel/browser/child-window.ts'
import type { ProviderChoice } from './data-types.ts'
import { texts } from './texts/spoken.ts'

/**
 * Result of a provider's window: a code and the PKCE verifier that proves this browser requested it (RFC
 * 7636).
 */
export interface HandedCode {
  auth_code: string
  code_verifier: string
}

/** Result of the window to the tenant's Auth0; the server verifies the token. */
export interface HandedToken {
  id_token: string
}

/** Messages from our windows to the frame that opened them. */
export type WindowMessage =
  | { bb: 'handed'; result: HandedCode | HandedToken }
  | { bb: 'failed'; code: string; words: string }
  /** Requests a one-time code bound to the window's own secret; `challenge` is its S256 hash. */
  | { bb: 'who'; challenge: string }
  | { bb: 'done' }

/** Messages from the frame to the window. After `taken` the window closes. */
export type FrameReply = { bb: 'taken' } | { bb: 'you'; code: string }

/**
 * Address of our page that goes to the provider and returns. `back` is the host page, used when no frame is
 * waiting.
 */
export function providerAddress(publicKey: string, { id }: ProviderChoice, back: string): string {
  const { lang } = document.documentElement
  const query = new URLSearchParams({ tenant: publicKey, provider: id, locale: lang })
  if (back) query.set('back', back)
  passLook(query)
  return `/embed/auth-return?${query}`
}

/**
 * Opens one of our windows. Call it inside a click handler, before the first await. @param answer gives the
 * window a one-time code of this frame's session when it requests one
 * @returns undefined when the browser blocked the window. The promise rejects with a CallError:
 * `window_closed`, or the window's own error
 */
export function requestFromWindow<Handed extends object = HandedCode>(
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

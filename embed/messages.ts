// The frame protocol: messages between a block's frame and the script tag's loader. Both sides send to an
// exact origin and accept only messages from the expected window with the expected origin, version and frame
// ID. No message contains an email address or a user ID. Tokens travel only as `answer` to an `ask`, which
// the frame accepts from origins that the tenant lists by name.
import type { HostCode, ThemeMode } from '#kernel/browser/embed-page.ts'
import type { RequestedTheme } from '#kernel/browser/theme-variants.ts'
import type { HostTokens } from './loader/tokens.ts'

export const PROTOCOL = 1

/**
 * Theme and colors for the frame. `panel` requests a surface of its own, because the host's background gives
 * too little contrast.
 */
export interface Look extends HostTokens {
  /** Empty: the tenant's own theme. */
  theme: RequestedTheme | ''
  mode: ThemeMode
  panel: '1' | ''
  /** Another block on the page has the "Powered by" line. Loaders before 1.5.0 do not send it. */
  plain: 'true' | 'false'
}

/** `access`: what the visitor has, as `data-bb-show` names it (`frame/answer.ts`). */
export type Question = 'user' | 'token' | 'sign-out' | 'access'

export type FrameMessage =
  /**
   * First message of every page in the frame. `checkout`: origins to which it may ask to navigate; `title`:
   * in its language; `width`: CSS pixels of the dialog that it opens in (loaders before 1.3.0 have fixed
   * widths).
   */
  | { type: 'ready'; height: number; checkout: string[]; title: string; width: number }
  /** Requests a one-time code from the host page's address; the first frame to ask gets it. */
  | { type: 'take'; kind: HostCode }
  | { type: 'resize'; height: number }
  /** `until`: milliseconds since 1970, until when the loader may assume that the visitor is signed in. */
  | { type: 'signed-in'; until: number; detail: { restored: boolean } }
  | { type: 'signed-out'; until: 0; detail: Record<string, never> }
  /** The `detail` of the next two is what listeners on the host page receive. */
  | { type: 'purchase'; detail: { item: string; amount: number; currency: string } }
  | { type: 'error'; detail: { code: string } }
  /** Loaders up to 1.5 ignore it. */
  | { type: 'submitted'; detail: { form: string } }
  | { type: 'navigate'; url: string }
  | { type: 'close' }
  /** Opens another block over the host page, such as sign-in; `item` is what it shows. Loaders up to 1.6 ignore `item`. */
  | { type: 'open'; block: string; item?: string }
  /** The tenant counts visits of its pages: loads what does, and waits for the visitor's consent if it must. Loaders before 1.7.0 ignore it. */
  | { type: 'measure'; needsConsent: boolean }
  /** The visitor does something in the frame. */
  | { type: 'started' }
  | { type: 'answer'; to: number; value?: unknown; refused?: string }

export type LoaderMessage =
  /**
   * Response to `ready`: the host page's address without its fragment, and the kinds of codes found in the
   * fragment.
   */
  | { type: 'hello'; page: string; codes: HostCode[] }
  | { type: 'code'; kind: HostCode; code?: string }
  | ({ type: 'look' } & Look)
  | { type: 'ask'; number: number; what: Question }

export type Sealed<M> = M & { bb: typeof PROTOCOL; id: string }

/** Adds protocol version and frame ID. */
export function seal<M extends object>(id: string, message: M): Sealed<M> {
  return { ...message, bb: PROTOCOL, id }
}

/**
 * The message in an event's data, or undefined if it is not ours or has another version. Does not check where
 * it came from: compare origin and source first.
 */
export function unseal<M extends { type: string }>(data: unknown): Sealed<M> | undefined {
  return (data as Sealed<M> | null)?.bb === PROTOCOL ? (data as Sealed<M>) : undefined
}

/** Maximum frame height the loader accepts, in CSS pixels. */
export const MAX_HEIGHT = 20_000

/** Validates a height that a frame sent: whole pixels between 0 and `MAX_HEIGHT`, or undefined. */
export function readHeight(height: unknown): number | undefined {
  return typeof height === 'number' && height >= 0 && height <= MAX_HEIGHT ? Math.ceil(height) : undefined
}

/**
 * Whether the loader may navigate the host page to this URL for a frame: our own origin, or one of the
 * checkout origins that the frame named.
 */
export function mayNavigate(url: string, ours: string, checkout: readonly unknown[]): boolean {
  // Not `URL`, because pages may define their own global of that name. All parsers agree on what this pattern
  // accepts.
  const origin = /^(https?:\/\/(?:[\w.-]+|\[[\da-f:]+\])(?::\d+)?)(?=[/?#]|$)/.exec(url)?.[1]
  return origin !== undefined && (origin === ours || checkout.includes(origin))
}

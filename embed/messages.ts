// The frame protocol: what a block's frame and the script tag's loader say to each other. Both sides send to an
// exact origin, and read only what comes from the right window with the right origin, version and frame id.
// Nothing here carries an e-mail address or an id of a person; tokens travel only as `answer` to an `ask`,
// which the frame grants to origins that the tenant lists by name.
import type { HostCode, ThemeMode } from '#kernel/browser/embed-page.ts'
import type { ThemeVariant } from '#kernel/browser/theme-variants.ts'
import type { HostTokens } from './loader/tokens.ts'

export const PROTOCOL = 1

/** Colours for the frame: `panel` asks for a surface of its own, because the host's background gives no contrast. */
export interface Look extends HostTokens {
  /** Empty: the tenant's own. */
  theme: ThemeVariant | ''
  mode: ThemeMode
  panel: '1' | ''
}

export type Question = 'user' | 'token' | 'sign-out'

export type FrameMessage =
  /**
   * First message of every page in the frame. `checkout`: origins that it may ask to be moved to; `title`: in its
   * language; `width`: CSS pixels of the dialog that it opens in (loaders before 1.3.0 have widths of their own).
   */
  | { type: 'ready'; height: number; checkout: string[]; title: string; width: number }
  /** Asks for a one-time code of the host's address; the first frame that asks gets it. */
  | { type: 'take'; kind: HostCode }
  | { type: 'resize'; height: number }
  /** `until`: milliseconds since 1970, how long the loader may take the visitor for signed in. */
  | { type: 'signed-in'; until: number; detail: { restored: boolean } }
  | { type: 'signed-out'; until: 0; detail: Record<string, never> }
  /** `detail` of these is what listeners on the host page get to see. */
  | { type: 'purchase'; detail: { item: string; amount: number; currency: string } }
  | { type: 'error'; detail: { code: string } }
  | { type: 'navigate'; url: string }
  | { type: 'close' }
  /** Another block, over the host page: the sign-in for what is behind it. */
  | { type: 'open'; block: string }
  | { type: 'answer'; to: number; value?: unknown; refused?: string }

export type LoaderMessage =
  /** Answer to `ready`: the address of the host page without its `#…`, and which codes stood in that. */
  | { type: 'hello'; page: string; codes: HostCode[] }
  | { type: 'code'; kind: HostCode; code?: string }
  | ({ type: 'look' } & Look)
  | { type: 'ask'; number: number; what: Question }

export type Sealed<M> = M & { bb: typeof PROTOCOL; id: string }

/** Adds version and frame id. */
export function seal<M extends object>(id: string, message: M): Sealed<M> {
  return { ...message, bb: PROTOCOL, id }
}

/**
 * The message in an event's data, or undefined when it is somebody else's or of another version. Says nothing
 * about where it came from: compare origin and source first.
 */
export function unseal<M extends { type: string }>(data: unknown): Sealed<M> | undefined {
  return (data as Sealed<M> | null)?.bb === PROTOCOL ? (data as Sealed<M>) : undefined
}

/** Tallest frame the loader believes in, in CSS pixels. */
export const MAX_HEIGHT = 20_000

/** A height a frame told: whole pixels between 0 and `MAX_HEIGHT`, or undefined. */
export function readHeight(height: unknown): number | undefined {
  return typeof height === 'number' && height >= 0 && height <= MAX_HEIGHT ? Math.ceil(height) : undefined
}

/**
 * Whether the loader may move the host page to this address for a frame of ours: at our own origin, or at one of the
 * checkout origins the frame named.
 */
export function mayNavigate(url: string, ours: string, checkout: readonly unknown[]): boolean {
  // No `URL`: pages name things of their own so. What may stand here no parser reads in another way.
  const origin = /^(https?:\/\/(?:[\w.-]+|\[[\da-f:]+\])(?::\d+)?)(?=[/?#]|$)/.exec(url)?.[1]
  return origin !== undefined && (origin === ours || checkout.includes(origin))
}

// The block's end of the wire to the page in its inner frame (checkout-frame-page.tsx), in which the provider's script
// runs. Both are pages of ours: each hears the other's window under our own origin, and no other.
import type { EmbeddedCheckout } from '../endpoints.ts'

/** What the page in the frame says. */
export type InnerMessage = { bb: 'inner' } & (
  | { say: 'ready' | 'shown' | 'complete' | 'closed' | 'unable' }
  | { say: 'height'; height: number }
)

/** What it is told: which checkout to show. */
export interface InnerOrder {
  bb: 'show'
  checkout: EmbeddedCheckout
}

/**
 * `unable`: the provider's script did not come, or does not show this checkout; `failed`: the purchase could not be
 * started; `complete`: its buyer is done.
 */
export type InnerEnd = 'complete' | 'closed' | 'unable' | 'failed'

export interface InnerEars {
  /** Starts the purchase; asked once the script is there. */
  begin: () => Promise<EmbeddedCheckout>
  shown: () => void
  height: (pixels: number) => void
  /** Told once; nothing is heard afterwards. */
  over: (how: InnerEnd, why?: unknown) => void
}

/** How long script and checkout may each take: a blocked script is told at once, a hanging one by nobody. */
export const PATIENCE_MS = 12_000

/** Attends to the frame until it is over. @returns stops attending, without a word */
export function attendInner(inner: () => Window | null, ears: InnerEars): () => void {
  const listening = new AbortController()
  let patience = setTimeout(end, PATIENCE_MS, 'unable')
  function stop() {
    clearTimeout(patience)
    listening.abort()
  }
  function end(how: InnerEnd, why?: unknown) {
    if (listening.signal.aborted) return
    stop()
    ears.over(how, why)
  }

  async function show() {
    clearTimeout(patience)
    try {
      const checkout = await ears.begin()
      if (listening.signal.aborted) return
      patience = setTimeout(end, PATIENCE_MS, 'unable')
      inner()?.postMessage({ bb: 'show', checkout } satisfies InnerOrder, location.origin)
    } catch (why) {
      end('failed', why)
    }
  }

  function hear({ data, source, origin }: MessageEvent<InnerMessage | null>) {
    if (!source || source !== inner() || origin !== location.origin || data?.bb !== 'inner') return
    if (data.say === 'ready') void show()
    else if (data.say === 'height') ears.height(data.height)
    else if (data.say === 'shown') {
      clearTimeout(patience)
      ears.shown()
    } else end(data.say)
  }
  addEventListener('message', hear, { signal: listening.signal })
  return stop
}

// The block's side of the channel to the page in its inner frame (checkout-frame-page.tsx of the block `pay`), which runs the
// provider's script. Both are our own pages: each accepts messages only from the other's window and our own
// origin.
import type { EmbeddedCheckout } from '../endpoints.ts'

/** Messages from the page in the frame. */
export type InnerMessage = { bb: 'inner' } & (
  | { say: 'ready' | 'shown' | 'complete' | 'closed' | 'unable' }
  | { say: 'height'; height: number }
)

/** The block's message to it: which checkout to show. */
export interface InnerOrder {
  bb: 'show'
  checkout: EmbeddedCheckout
}

/**
 * `unable`: the provider's script did not load, or cannot show this checkout. `failed`: the purchase could
 * not be started. `complete`: the buyer is done.
 */
export type InnerEnd = 'complete' | 'closed' | 'unable' | 'failed'

export interface InnerFrameCallbacks {
  /** Starts the purchase. Called once the script has loaded. */
  begin: () => Promise<EmbeddedCheckout>
  shown: () => void
  height: (pixels: number) => void
  /** Called once; no other callback follows. */
  over: (how: InnerEnd, why?: unknown) => void
}

/**
 * Timeout for the script and for the checkout, each. A blocked script reports an error at once; a hanging one
 * never does.
 */
export const TIMEOUT_MS = 12_000

/** Listens to the frame until it ends. @returns a function that stops listening without calling `over` */
export function watchInnerFrame(inner: () => Window | null, ears: InnerFrameCallbacks): () => void {
  const listening = new AbortController()
  let timeout = setTimeout(end, TIMEOUT_MS, 'unable')
  function stop() {
    clearTimeout(timeout)
    listening.abort()
  }
  function end(how: InnerEnd, why?: unknown) {
    if (listening.signal.aborted) return
    stop()
    ears.over(how, why)
  }

  async function show() {
    clearTimeout(timeout)
    try {
      const checkout = await ears.begin()
      if (listening.signal.aborted) return
      timeout = setTimeout(end, TIMEOUT_MS, 'unable')
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
      clearTimeout(timeout)
      ears.shown()
    } else end(data.say)
  }
  addEventListener('message', hear, { signal: listening.signal })
  return stop
}

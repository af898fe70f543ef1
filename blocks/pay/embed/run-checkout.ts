// Runs in the inner frame: loads the provider's script and shows a checkout. It reports its progress to the
// block around it (features/orders/embed/inner-frame.ts), which decides which checkout to show.
import type { InnerMessage, InnerOrder } from '#features/orders/embed/inner-frame.ts'

/** The subset of the provider's script that is used here. https://docs.stripe.com/js/embedded_checkout */
interface Provider {
  createEmbeddedCheckoutPage(options: {
    fetchClientSecret: () => Promise<string>
    onComplete: () => void
  }): Promise<{ mount(where: Element): void }>
}

declare global {
  interface Window {
    Stripe?: (publishableKey: string, options: { stripeAccount: string }) => Provider
  }
}

type OutgoingMessage = InnerMessage extends infer M
  ? M extends { bb: 'inner' }
    ? Omit<M, 'bb'>
    : never
  : never

// Braces are needed for WebKit (kernel/browser/child-window.ts).
const postToBlock = (message: OutgoingMessage) => {
  parent.postMessage({ bb: 'inner', ...message }, location.origin)
}

/**
 * Loads the script, then shows in `place` the checkout that the block chooses.
 * @param shown called when the checkout is visible
 */
export function runCheckout(place: Element, script: string, shown: () => void): () => void {
  const listening = new AbortController()
  const { signal } = listening
  addEventListener(
    'message',
    ({ data, source, origin }: MessageEvent<InnerOrder | null>) => {
      if (source !== parent || origin !== location.origin || data?.bb !== 'show') return
      void show(data)
    },
    { signal },
  )
  async function show({ checkout: { client_secret, publishable_key, account } }: InnerOrder) {
    try {
      const provider = window.Stripe!(publishable_key, { stripeAccount: account })
      const checkout = await provider.createEmbeddedCheckoutPage({
        fetchClientSecret: async () => client_secret,
        onComplete: () => postToBlock({ say: 'complete' }),
      })
      checkout.mount(place)
      shown()
      postToBlock({ say: 'shown' })
    } catch {
      postToBlock({ say: 'unable' })
    }
  }

  // Key events do not leave the frame they occur in.
  addEventListener('keydown', ({ key }) => key === 'Escape' && postToBlock({ say: 'closed' }), { signal })
  const sizes = new ResizeObserver(() =>
    postToBlock({ say: 'height', height: Math.ceil(document.body.getBoundingClientRect().height) }),
  )
  sizes.observe(document.body)
  load(script, signal)
  return () => {
    listening.abort()
    sizes.disconnect()
  }
}

function load(script: string, signal: AbortSignal): void {
  const tag = document.createElement('script')
  tag.src = script
  tag.addEventListener('load', () => postToBlock({ say: window.Stripe ? 'ready' : 'unable' }), { signal })
  tag.addEventListener('error', () => postToBlock({ say: 'unable' }), { signal })
  document.head.append(tag)
}

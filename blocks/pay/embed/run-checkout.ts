// What runs in the inner frame: the provider's script, and the checkout it shows. The block around it is told how it
// goes (inner-frame.ts); it alone says which checkout.
import type { InnerMessage, InnerOrder } from './inner-frame.ts'

/** As much of the provider's script as is used here. https://docs.stripe.com/js/embedded_checkout */
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

type Words = InnerMessage extends infer M ? (M extends { bb: 'inner' } ? Omit<M, 'bb'> : never) : never

// In braces, for WebKit (kernel/browser/child-window.ts).
const tell = (words: Words) => {
  parent.postMessage({ bb: 'inner', ...words }, location.origin)
}

/**
 * Loads the script, then shows in `place` the checkout that the block names.
 * @param shown the checkout stands there
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
        onComplete: () => tell({ say: 'complete' }),
      })
      checkout.mount(place)
      shown()
      tell({ say: 'shown' })
    } catch {
      tell({ say: 'unable' })
    }
  }

  // The key does not leave the frame it is pressed in.
  addEventListener('keydown', ({ key }) => key === 'Escape' && tell({ say: 'closed' }), { signal })
  const sizes = new ResizeObserver(() =>
    tell({ say: 'height', height: Math.ceil(document.body.getBoundingClientRect().height) }),
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
  tag.addEventListener('load', () => tell({ say: window.Stripe ? 'ready' : 'unable' }), { signal })
  tag.addEventListener('error', () => tell({ say: 'unable' }), { signal })
  document.head.append(tag)
}

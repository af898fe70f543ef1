/**
 * Replaces the provider's browser script. It only supports `Stripe(key).createEmbeddedCheckoutPage(…)`. It is
 * served as a classic script, without types, at the provider's path (`/endive/stripe.js`).
 * https://docs.stripe.com/js/embedded_checkout
 */
;(() => {
  interface Options {
    fetchClientSecret?: () => Promise<string>
    clientSecret?: string
    onComplete?: () => void
  }
  interface Session {
    /** URL of the page to show in a frame. */
    page: string
    redirect: 'always' | 'if_required' | 'never'
    returnUrl: string | null
  }
  interface EmbeddedCheckout {
    mount(where: Element | string): void
    unmount(): void
    destroy(): void
  }

  const fail = (message: string): never => {
    const error = new Error(message)
    error.name = 'IntegrationError'
    throw error
  }
  const origin = new URL((document.currentScript as HTMLScriptElement).src).origin
  // Only one can exist at a time, as with the provider's script.
  let alive = false

  async function describe(secret: string, key: string, account?: string): Promise<Session> {
    const query = new URLSearchParams({ key, ...(account ? { account } : {}) })
    const response = await fetch(`${origin}/c/embed/${encodeURIComponent(secret)}/about?${query}`)
    const answer = (await response.json()) as Session & { error?: string }
    return response.ok ? answer : fail(answer.error ?? 'This Checkout Session cannot be shown.')
  }

  function show({ page, redirect, returnUrl }: Session, onComplete?: () => void): EmbeddedCheckout {
    const frame = document.createElement('iframe')
    let done = false
    frame.src = page
    frame.title = 'Secure payment input frame'
    frame.allow = 'payment *'
    frame.style.cssText = 'border:0;width:100%;min-height:24rem;display:block'
    const listen = (event: MessageEvent): void => {
      if (event.origin !== origin || event.source !== frame.contentWindow) return
      const { checkout, height } = event.data as { checkout?: string; height?: number }
      if (typeof height === 'number') frame.style.height = `${height}px`
      if (checkout !== 'complete' || done) return
      done = true
      if (redirect === 'always' && returnUrl) location.assign(returnUrl)
      else onComplete?.()
    }
    addEventListener('message', listen)
    return {
      mount(where) {
        if (!alive) fail('This Embedded Checkout was destroyed.')
        const place = typeof where === 'string' ? document.querySelector(where) : where
        if (place) place.append(frame)
        else
          fail(
            `The selector you specified (${typeof where === 'string' ? where : 'an element'}) applies to no DOM elements that are currently on the page.`,
          )
      },
      unmount: () => frame.remove(),
      destroy() {
        frame.remove()
        removeEventListener('message', listen)
        alive = false
      },
    }
  }

  function createStripe(key: string, options: { stripeAccount?: string } = {}) {
    if (typeof key !== 'string' || !/^pk_(test|live)_/.test(key))
      fail('Please call Stripe() with your publishable key. You used something else.')
    return {
      async createEmbeddedCheckoutPage(wanted: Options): Promise<EmbeddedCheckout> {
        if (alive) fail('You cannot have multiple Embedded Checkout objects.')
        alive = true
        try {
          const secret =
            wanted.clientSecret ??
            (await wanted.fetchClientSecret?.()) ??
            fail('fetchClientSecret is needed.')
          const session = await describe(secret, key, options.stripeAccount)
          if (session.redirect === 'always' && wanted.onComplete)
            fail('onComplete cannot be used with a Checkout Session whose redirect_on_completion is always.')
          return show(session, wanted.onComplete)
        } catch (error) {
          alive = false
          throw error
        }
      },
    }
  }
  Object.assign(window, { Stripe: createStripe })
})()

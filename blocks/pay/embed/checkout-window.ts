// The window in which a checkout stands beside the host page, which stays where it is. The frame's end; the window's
// own page is checkout-page.tsx.
import { passLook } from '#kernel/browser/theme/pass-look.ts'
import { attendChild, openChild } from '#kernel/browser/child-window.ts'

/** What the window says when the checkout has let go of its buyer. */
export interface CheckoutBack {
  bb: 'back'
}

/** As wide as hosted checkouts need for their two columns; phones open a tab. */
const SIZE: [number, number] = [980, 760]

/** Addresses that are longer are refused where they are kept. */
const MAX_ADDRESS = 2048

/**
 * Our page that the window begins at, and that the checkout leads back to.
 * @param hostPage to lead back to where nobody waits any more
 */
export function checkoutAddress(publicKey: string, hostPage: string): string {
  const own = ownAddress('checkout', publicKey)
  const address = (back: string) => `${own}${back}`
  const whole = address(`&${new URLSearchParams({ back: hostPage })}`)
  return whole.length > MAX_ADDRESS ? address('') : whole
}

/** Our page in a frame inside this one, that runs the provider's script. */
export const frameAddress = (publicKey: string): string => ownAddress('checkout-frame', publicKey)

/** A page of ours in the language and the colours of this one. */
function ownAddress(page: string, publicKey: string): string {
  const { lang } = document.documentElement
  const query = new URLSearchParams({ tenant: publicKey, locale: lang })
  passLook(query)
  return `${location.origin}/embed/${page}?${query}`
}

/** Call it inside the click. @returns undefined when the browser opens no window */
export const openCheckout = (address: string): Window | undefined => openChild(address, SIZE)

/**
 * Waits with the window for its end.
 * @param over told once: `back` when the checkout let go of its buyer, `left` when the window is gone before
 */
export function attendCheckout(opened: Window, over: (how: 'back' | 'left') => void): () => void {
  const stop = attendChild<CheckoutBack>(opened, {
    hear(_, reply) {
      reply({ bb: 'taken' })
      stop()
      over('back')
    },
    gone: () => over('left'),
  })
  return stop
}

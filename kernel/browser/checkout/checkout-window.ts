// The window with a checkout beside the host page. This file is the side of the frame that sells; blocks/pay/embed/checkout-page.tsx is the
// window's own page.
import { passLook } from '../theme/pass-look.ts'
import { attendChild, openChild } from '../child-window.ts'

/** The window's message after the checkout has returned the buyer. */
export interface CheckoutBack {
  bb: 'back'
}

/** Wide enough for the two columns of a hosted checkout. Phones open a tab instead. */
const SIZE: [number, number] = [980, 760]

/** The server refuses to store longer addresses. */
const MAX_ADDRESS = 2048

/**
 * Our page where the window starts and to which the checkout returns.
 * @param hostPage where to return when no frame is waiting
 */
export function checkoutAddress(publicKey: string, hostPage: string): string {
  const own = ownAddress('checkout', publicKey)
  const address = (back: string) => `${own}${back}`
  const whole = address(`&${new URLSearchParams({ back: hostPage })}`)
  return whole.length > MAX_ADDRESS ? address('') : whole
}

/** Address of our page in the inner frame, which runs the provider's script. */
export const frameAddress = (publicKey: string): string => ownAddress('checkout-frame', publicKey)

/** Address of one of our pages, in the language and colors of this one. */
function ownAddress(page: string, publicKey: string): string {
  const { lang } = document.documentElement
  const query = new URLSearchParams({ tenant: publicKey, locale: lang })
  passLook(query)
  return `${location.origin}/embed/${page}?${query}`
}

/** Call it inside the click handler. @returns undefined when the browser blocked the window */
export const openCheckout = (address: string): Window | undefined => openChild(address, SIZE)

/**
 * Watches the window until it ends.
 * @param over called once: `back` when the checkout returned the buyer, `left` when the window was closed
 * before
 */
export function watchCheckoutWindow(opened: Window, over: (how: 'back' | 'left') => void): () => void {
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

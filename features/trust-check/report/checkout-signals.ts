import type { FoundSnippet } from '#kernel/sites/found-snippet.ts'
import type { Tag } from '#kernel/sites/tags.ts'

/** How a page accepts cards, as far as its HTML shows. */
export interface CheckoutSignals {
  /** Hosted payment methods that keep card numbers at the provider, as readable names. */
  hosted: string[]
  /** Fields for card numbers in the page itself. */
  ownFields: boolean
  /** The page runs the provider's own script. */
  providerScript: boolean
}

const CARD_FIELD = /^(cc-(number|csc|exp)|card-?number|cardnumber|cvc|cvv)/i

/** Detects from a page's tags how it accepts cards. Relative addresses resolve against `self`. */
export function checkoutSignals(tags: readonly Tag[], { blocks }: FoundSnippet, self: URL): CheckoutSignals {
  const hosted = new Set<string>()
  let ownFields = false
  let providerScript = false
  // Only hosts are parsed: resolving the page's long address again for each tag would take quadratic time.
  const { origin } = self
  if (blocks.some(({ block }) => block === 'pay')) hosted.add('the Bolt Blocks pay block')
  for (const { name, attributes } of tags) {
    const get = (key: string) => attributes.get(key) ?? ''
    const host = URL.parse(get('href') || get('src') || get('action'), origin)?.hostname ?? ''
    if (name === 'script' && /(^|\.)js\.stripe\.com$/.test(host)) {
      providerScript = true
      hosted.add('Stripe.js')
    }
    if (/^(buy|checkout|donate|invoice|billing)\.stripe\.com$/.test(host)) hosted.add(`a link to ${host}`)
    if (name === 'stripe-buy-button' || name === 'stripe-pricing-table') hosted.add('a Stripe button')
    if (/(^|\.)(paypal|paypalobjects)\.com$/.test(host)) hosted.add('PayPal')
    if (/(^|\.)(squareup|square\.site|adyen|mollie|paddle)\.com$/.test(host)) hosted.add(host)
    if (
      name === 'input' &&
      [get('autocomplete'), get('name'), get('id')].some((one) => CARD_FIELD.test(one.trim()))
    )
      ownFields = true
  }
  return { hosted: [...hosted], ownFields, providerScript }
}

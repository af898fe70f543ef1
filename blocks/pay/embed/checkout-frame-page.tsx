import './checkout-frame-page.css'
import { useEffect, useRef, useState } from 'react'
import type { EmbedPageProps } from '#kernel/browser/embed-page.ts'
import type { FramePageData } from './data-types.ts'
import { runCheckout } from './run-checkout.ts'
import { texts } from './texts/spoken.ts'

export { language } from './texts/spoken.ts'

/**
 * `/embed/checkout-frame`: a frame inside the block that only runs the provider's script. Its policy allows
 * that script, so that the block's own policy need not.
 */
export default function CheckoutFramePage({ data, embed }: EmbedPageProps<FramePageData>) {
  const [state, setState] = useState<'waiting' | 'shown'>('waiting')
  const place = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (!embed || !place.current) return undefined
    return runCheckout(place.current, data.script, () => setState('shown'))
  }, [embed, data.script])

  if (embed && parent === window) return <p>{texts.checkoutOver}</p>
  return <div className="pay-place" ref={place} aria-busy={state === 'waiting' || undefined} />
}

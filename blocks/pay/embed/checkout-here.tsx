import '#ui/base/card.css'
import './checkout-here.css'
import { useEffect, useRef, useState } from 'react'
import { Button } from '#ui/base/button.tsx'
import { frameAddress } from '#kernel/browser/checkout/checkout-window.ts'
import { watchInnerFrame, type InnerFrameCallbacks, type InnerEnd } from './inner-frame.ts'
import { texts } from './texts/spoken.ts'

export interface CheckoutHereProps extends Omit<InnerFrameCallbacks, 'height'> {
  /** Name of the product being bought. */
  name: string
  publicKey: string
}

/**
 * The checkout, shown in place of the products in the block's own frame. Hidden until the provider's script
 * has loaded.
 */
export function CheckoutHere({ name, publicKey, ...ears }: CheckoutHereProps) {
  const [shown, setShown] = useState(false)
  const [height, setHeight] = useState(0)
  const [address] = useState(() => frameAddress(publicKey))
  const frame = useRef<HTMLIFrameElement>(null)
  const title = useRef<HTMLHeadingElement>(null)
  // Keep the first render's callbacks: they belong to this checkout, which does not change.
  const [{ begin, shown: tellShown, over }] = useState(() => ({
    ...ears,
    over: (how: InnerEnd, why?: unknown) => {
      // Removing a focused frame moves focus to the host page, where the buttons here could not get it back.
      if (document.activeElement === frame.current) title.current?.focus()
      ears.over(how, why)
    },
  }))

  useEffect(
    () =>
      watchInnerFrame(() => frame.current?.contentWindow ?? null, {
        begin,
        over,
        height: setHeight,
        shown() {
          setShown(true)
          tellShown()
        },
      }),
    [begin, tellShown, over],
  )

  useEffect(() => {
    if (shown) title.current?.focus()
  }, [shown])

  useEffect(() => {
    // Listen before the page's own listener, which would close an open panel.
    const listen = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.stopPropagation()
      over('closed')
    }
    document.addEventListener('keydown', listen, true)
    return () => document.removeEventListener('keydown', listen, true)
  }, [over])

  return (
    <section className="bb-card pay-here" aria-labelledby="pay-here" data-waiting={shown ? undefined : ''}>
      <header>
        <h1 id="pay-here" ref={title} tabIndex={-1}>
          {texts.checkoutOf(name)}
        </h1>
        <Button onClick={() => over('closed')}>{texts.close}</Button>
      </header>
      {/* oxlint-disable-next-line react/iframe-missing-sandbox -- our own page; a bank may navigate the top page */}
      <iframe
        ref={frame}
        src={address}
        title={texts.checkoutOf(name)}
        allow="payment"
        style={height ? { height: `${height}px` } : undefined}
      />
    </section>
  )
}

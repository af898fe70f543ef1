import '#ui/base/card.css'
import './checkout-here.css'
import { useEffect, useRef, useState } from 'react'
import { Button } from '#ui/base/button.tsx'
import { frameAddress } from '#kernel/browser/checkout/checkout-window.ts'
import { watchInnerFrame, type InnerFrameCallbacks, type InnerEnd } from './inner-frame.ts'

export interface CheckoutHereProps extends Omit<InnerFrameCallbacks, 'height'> {
  /** Heading, with the name of what is bought. */
  title: string
  /** Label of the button that closes the checkout. */
  close: string
  publicKey: string
}

/**
 * The checkout, shown in place of the content of the block's own frame. Hidden until the provider's script
 * has loaded.
 */
export function CheckoutHere({ title, close, publicKey, ...ears }: CheckoutHereProps) {
  const [shown, setShown] = useState(false)
  const [height, setHeight] = useState(0)
  const [address] = useState(() => frameAddress(publicKey))
  const frame = useRef<HTMLIFrameElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  // Keep the first render's callbacks: they belong to this checkout, which does not change.
  const [{ begin, shown: tellShown, over }] = useState(() => ({
    ...ears,
    over: (how: InnerEnd, why?: unknown) => {
      // Removing a focused frame moves focus to the host page, where the buttons here could not get it back.
      if (document.activeElement === frame.current) heading.current?.focus()
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
    if (shown) heading.current?.focus()
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
        <h1 id="pay-here" ref={heading} tabIndex={-1}>
          {title}
        </h1>
        <Button onClick={() => over('closed')}>{close}</Button>
      </header>
      {/* oxlint-disable-next-line react/iframe-missing-sandbox -- our own page; a bank may navigate the top page */}
      <iframe
        ref={frame}
        src={address}
        title={title}
        allow="payment"
        style={height ? { height: `${height}px` } : undefined}
      />
    </section>
  )
}

import '#ui/base/card.css'
import './checkout-here.css'
import { useEffect, useRef, useState } from 'react'
import { Button } from '#ui/base/button.tsx'
import { frameAddress } from './checkout-window.ts'
import { attendInner, type InnerEars, type InnerEnd } from './inner-frame.ts'
import { texts } from './texts/spoken.ts'

export interface CheckoutHereProps extends Omit<InnerEars, 'height'> {
  /** Of what is bought. */
  name: string
  publicKey: string
}

/** The checkout in the place of the products, in the block's own frame; hidden until the provider's script has come. */
export function CheckoutHere({ name, publicKey, ...ears }: CheckoutHereProps) {
  const [shown, setShown] = useState(false)
  const [height, setHeight] = useState(0)
  const [address] = useState(() => frameAddress(publicKey))
  const frame = useRef<HTMLIFrameElement>(null)
  const title = useRef<HTMLHeadingElement>(null)
  // Those of the first view: they are about this checkout, and nothing of it changes.
  const [{ begin, shown: tellShown, over }] = useState(() => ({
    ...ears,
    over: (how: InnerEnd, why?: unknown) => {
      // A frame that goes with the focus in it leaves it to the host page, and no button here could take it back.
      if (document.activeElement === frame.current) title.current?.focus()
      ears.over(how, why)
    },
  }))

  useEffect(
    () =>
      attendInner(() => frame.current?.contentWindow ?? null, {
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
    // Before the page's own: in an opened panel that would close the panel.
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
      {/* oxlint-disable-next-line react/iframe-missing-sandbox -- ours; a bank may want the whole page */}
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

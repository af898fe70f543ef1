import './cart.css'
import { useEffect, useRef } from 'react'
import { CheckoutHere } from '#features/orders/embed/checkout-here.tsx'
import type { EmbedApi } from '#kernel/browser/embed-page.ts'
import { Button } from '#ui/base/button.tsx'
import { Note } from '#ui/base/note.tsx'
import { type Cart, releaseCart, type TicketEvent } from '#blocks/tickets/endpoints.ts'
import type { TicketsPageData } from '../data-types.ts'
import { keepCart } from '../kept-cart.ts'
import { BuyerForm } from './buyer-form.tsx'
import { Countdown } from './countdown.tsx'
import { TicketList } from './ticket-list.tsx'
import { texts } from './texts/spoken.ts'
import { usePayment } from './use-payment.ts'

export { language } from './texts/spoken.ts'

export interface CartViewProps {
  data: TicketsPageData
  event: TicketEvent
  /** The cart as it was when this view opened. */
  first: Cart
  embed: EmbedApi
  /** @param why what to say, unless the visitor wanted to leave */
  onLeave: (why?: string) => void
}

/** A cart: who gets its tickets, its checkout, and then the tickets themselves. */
export function CartView({ data, event, first, embed, onLeave }: CartViewProps) {
  const payment = usePayment({ data, first, embed, onEnded: (why) => leave(why) })
  const { cart, stage, problem } = payment
  const heading = useRef<HTMLHeadingElement>(null)
  const step = cart.state === 'done' ? 'done' : 'details'

  useEffect(() => {
    heading.current?.focus()
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- each step has its own heading
  }, [step])

  function leave(why?: string) {
    keepCart(embed.keep, event.id, null)
    onLeave(why)
  }

  async function change() {
    await embed.call(releaseCart, { cart: cart.cart }).catch(() => undefined)
    leave()
  }

  if (step === 'done')
    return (
      <div className="tk-cart">
        <h2 ref={heading} tabIndex={-1}>
          {texts.done(ticketCount(cart))}
        </h2>
        <p className="tk-quiet">
          {texts.ticket.showAtDoor} {texts.sentTo}
        </p>
        <TicketList embed={embed} cart={cart.cart} />
        <div className="tk-row">
          <Button onClick={() => leave()}>{texts.more}</Button>
        </div>
      </div>
    )

  const { here } = payment
  return (
    <>
      {here ? (
        <CheckoutHere
          key={here.key}
          title={texts.checkoutOf(event.title)}
          close={texts.close}
          publicKey={data.tenant!.public_key}
          {...here.ears}
        />
      ) : null}
      <div className="tk-cart" hidden={stage === 'here'}>
        <div className="tk-step">
          <h2 ref={heading} tabIndex={-1}>
            {texts.title}
          </h2>
          {cart.seconds_left === null ? null : (
            <Countdown seconds={cart.seconds_left} onOver={() => void payment.look()} />
          )}
        </div>
        <ul className="tk-lines">
          {cart.lines.map(({ type_id, name, quantity }) => (
            <li key={type_id}>
              {quantity} × <bdi>{name}</bdi>
            </li>
          ))}
        </ul>
        {problem ? (
          <Note tone="danger" role="alert">
            {problem}
          </Note>
        ) : null}
        <div aria-live="polite">
          {stage === 'back' ? <Note>{texts.waiting}</Note> : null}
          {stage === 'left' && cart.state === 'ordered' ? <Note>{texts.unpaid}</Note> : null}
          {stage === 'window' ? (
            <Note
              action={
                <Button size="small" onClick={payment.showWindow}>
                  {texts.showCheckout}
                </Button>
              }
            >
              {texts.inWindow}
            </Note>
          ) : null}
        </div>
        <BuyerForm
          cart={cart}
          email={embed.session.user?.email ?? ''}
          busy={stage === 'opening' || stage === 'back'}
          onBuy={payment.buy}
          {...(cart.state === 'held' && { onChange: () => void change() })}
        />
      </div>
    </>
  )
}

const ticketCount = ({ lines }: Cart) =>
  lines.reduce((sum, { quantity, group_size }) => sum + quantity * group_size, 0)

import { type FunctionComponent, type ReactNode, useEffect, useRef, useState } from 'react'
import { CallError, refusalWords } from '#kernel/browser/call.ts'
import type { EmbedApi } from '#kernel/browser/embed-page.ts'
import { Note } from '#ui/base/note.tsx'
import { type Cart, holdTickets, readCart, type TicketEvent } from '../endpoints.ts'
import type { CartViewProps } from './cart/cart-view.tsx'
import { ChooseTickets } from './choose-tickets.tsx'
import { type Choice, firstChoice, linesOf, totalOf } from './choosing.ts'
import type { TicketsPageData } from './data-types.ts'
import { EventHead } from './event-head.tsx'
import { cartOfLetter, keepCart, type KeptCart, keptCart, ownTokenOf } from './kept-cart.ts'
import { joinLanguage } from './language.ts'
import { texts } from './texts/spoken.ts'
import { useEvent } from './use-event.ts'

export interface EventViewProps {
  data: TicketsPageData
  event: TicketEvent
  embed: EmbedApi | undefined
  /** Leads back to the list that opened it. */
  back?: ReactNode
  /** The visitor opened it, so that its heading gets the focus. */
  isOpened?: boolean
}

async function loadCartView(): Promise<FunctionComponent<CartViewProps>> {
  const { CartView, language } = await import('./cart/cart-view.tsx')
  await joinLanguage(language)
  return CartView
}

/** One event: choose tickets, then the cart in their place. */
export function EventView({ data, event: first, embed, back, isOpened }: EventViewProps) {
  const { event, code, reload, applyCode } = useEvent(first, embed)
  const [choice, setChoice] = useState<Choice>(() => firstChoice(first))
  const [cart, setCart] = useState<{ View: FunctionComponent<CartViewProps>; first: Cart }>()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const heading = useRef<HTMLHeadingElement>(null)

  useEffect(() => {
    if (isOpened) heading.current?.focus()
  }, [isOpened])

  // A cart of an earlier visit, or from before the checkout took over the whole page.
  useEffect(() => {
    if (!embed || data.sample !== undefined) return
    const kept = cartOfLetter(embed.keep, first.id) ?? keptCart(embed.keep, first.id)
    if (!kept) return
    async function resume({ cart: token, receipts, own }: KeptCart) {
      try {
        const receipt = receipts.at(-1)
        const found = await embed!
          .call(readCart, { cart: token, ...(receipt && { receipt, done: true }) })
          .catch(async (why: unknown) => {
            if (!own) throw why
            // The response that said that it has its new token may have been lost.
            const owned = await embed!.call(readCart, { cart: own })
            keepCart(embed!.keep, first.id, { cart: own, receipts })
            return owned
          })
        if (found.state === 'ended') keepCart(embed!.keep, first.id, null)
        else setCart({ View: await loadCartView(), first: found })
        // Its code would stay in the address.
        if (receipt) void embed!.takeCode('order')
      } catch (why) {
        if (why instanceof CallError && why.code === 'cart_ended') keepCart(embed!.keep, first.id, null)
      }
    }
    void resume(kept)
  }, [embed, data.sample, first.id])

  async function reserve() {
    setBusy(true)
    setProblem('')
    try {
      const lines = linesOf(event, choice)
      const kept = keptCart(embed!.keep, event.id)
      const input = { event: event.id, lines, seen_cents: totalOf(event, lines), ...(code && { code }) }
      const View = loadCartView()
      const held = await embed!
        .call(holdTickets, { ...input, ...(kept && { cart: kept.cart }) })
        // The cart that this browser knows is over, or its checkout is still open: this is another one.
        .catch((why: unknown) => {
          if (!kept || !(why instanceof CallError) || !why.code.startsWith('cart_')) throw why
          return embed!.call(holdTickets, input)
        })
      const own = ownTokenOf(embed!.keep, event.id, held.cart)
      keepCart(embed!.keep, event.id, { cart: held.cart, receipts: [], ...(own && { own }) })
      setCart({ View: await View, first: held })
    } catch (why) {
      await reload()
      setProblem(refusalWords(why, texts.errors))
    } finally {
      setBusy(false)
    }
  }

  function leaveCart(why?: string) {
    setCart(undefined)
    setProblem(why ?? '')
    void reload()
    heading.current?.focus()
  }

  return (
    <section className="tk">
      {back}
      <EventHead event={event} heading={heading} />
      {problem ? (
        <Note tone="danger" role="alert">
          {problem}
        </Note>
      ) : null}
      {cart ? (
        <cart.View data={data} event={event} first={cart.first} embed={embed!} onLeave={leaveCart} />
      ) : (
        <ChooseTickets
          event={event}
          embed={embed}
          publicKey={data.tenant!.public_key}
          choice={choice}
          busy={busy}
          onChoose={setChoice}
          onCode={applyCode}
          onReserve={() => void reserve()}
        />
      )}
    </section>
  )
}

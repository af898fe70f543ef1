import { useEffect, useRef, useState } from 'react'
import { makeAttempts } from '#kernel/browser/attempts.ts'
import { CallError } from '#kernel/browser/call.ts'
import type { EmbedApi } from '#kernel/browser/embed-page.ts'
import { useMachine } from '#ui/base/use-machine.ts'
import { purchase } from '../endpoints.ts'
import { type BuyEffect, type BuyState, type Choice, FIRST_STATE, reduceBuying } from './buying.ts'
import { checkoutAddress, openCheckout } from '#kernel/browser/checkout/checkout-window.ts'
import type { PayPageData } from './data-types.ts'
import { muteReceipt, readReceipts, storeReceipt } from './receipts.ts'
import type { LiveCatalogue } from './use-catalogue.ts'
import type { Orders } from './use-orders.ts'
import { type Overlay, useOverlay } from './use-overlay.ts'

export interface Buying extends Pick<BuyState, 'buying' | 'problem'> {
  overlay: Overlay
  /** Call it inside the click handler. */
  buy: (choice: Choice) => void
}

const codeOf = (why: unknown) => (why instanceof CallError ? why.code : '')

/** Performs the effects of the state machine in buying.ts. */
export function useBuying(
  data: PayPageData,
  embed: EmbedApi | undefined,
  orders: Orders,
  shop: LiveCatalogue,
): Buying {
  const [attempt] = useState(makeAttempts)
  // The host page's origin until it has sent its full address.
  const hostPage = useRef(data.parentOrigin ? `${data.parentOrigin}/` : '')
  const [{ buying, problem }, send] = useMachine(FIRST_STATE, reduceBuying, run)

  const overlay = useOverlay({
    shown: (choice, made) => send({ type: 'shown-here', choice, purchase: made }),
    over: (choice, how, made, why) =>
      send({ type: 'ended-here', choice, how, receipt: made?.receipt, code: codeOf(why), why }),
  })

  useEffect(() => {
    void embed?.host().then(({ pageUrl }) => (hostPage.current = pageUrl))
  }, [embed])

  useEffect(() => {
    const shown = (event: PageTransitionEvent) => event.persisted && send({ type: 'restored' })
    addEventListener('pageshow', shown)
    return () => removeEventListener('pageshow', shown)
    // oxlint-disable-next-line react/exhaustive-deps -- the event has no effects, and the state is in a ref
  }, [])

  // A standalone page has no host page to preserve.
  const framed = () => data.parentOrigin !== null && parent !== window

  function buy(choice: Choice) {
    const { id } = choice.item
    send({
      type: 'pressed',
      choice,
      open: orders.open(),
      unread: shop.isPriceSettled(id) ? undefined : shop.previous.get(id),
      here: data.overlay && framed() && overlay.works(),
    })
  }

  function run(effect: BuyEffect): void {
    switch (effect.type) {
      case 'show-again':
        return void orders.showAgain(effect.receipt)
      case 'open-here': {
        const { choice, purchase: made } = effect
        return overlay.open({ ...choice, begin: async () => made ?? (await startHere(choice)) })
      }
      case 'open-window':
        return void buyInWindow(effect.choice)
      case 'follow-here': {
        const { choice, purchase: made } = effect
        storeReceipt(embed!.keep, made.receipt)
        return orders.watchHere(made.receipt, () => send({ type: 'reopened', choice, purchase: made }))
      }
      case 'turn':
        return orders.turn(effect.receipt, effect.stage)
      case 'mute':
        return muteReceipt(embed!.keep, effect.receipt)
      case 'forget':
        return orders.forget(effect.receipt)
      case 'refresh':
        return void shop
          .refresh(effect.item.id)
          .then((now) => send({ ...effect, type: 'refreshed', ...(now && { now }) }))
    }
  }

  /** Starts a purchase. A retry with identical input, after a lost response, is the same purchase. */
  async function start(choice: Choice, page_url: string, ui: 'page' | 'embedded') {
    const { id, price_cents, currency, interval } = choice.item
    const instead_of = readReceipts(embed!.keep).map(({ receipt }) => receipt)
    const input = {
      item_id: id,
      quantity: choice.quantity,
      page_url,
      ui,
      seen: { price_cents, currency, interval },
      ...(instead_of.length ? { instead_of } : {}),
      locale: document.documentElement.lang,
    }
    const made = await attempt(JSON.stringify(input), (idempotencyKey) =>
      embed!.call(purchase, input, { idempotencyKey }),
    )
    send({ type: 'started', choice, receipt: made.receipt, ended: made.ended })
    return made
  }

  async function startHere(choice: Choice) {
    // If a bank takes over the whole page, it returns here.
    const { pageUrl } = await embed!.host()
    const { receipt, embedded } = await start(choice, pageUrl, 'embedded')
    return { receipt, checkout: embedded! }
  }

  async function buyInWindow(choice: Choice) {
    // Browsers allow popups only inside the click handler or shortly after, so open it before the first
    // await.
    const address = checkoutAddress(data.tenant!.public_key, hostPage.current)
    const opened = framed() ? openCheckout(address) : undefined
    try {
      const { pageUrl } = await embed!.host()
      const { receipt, url: made } = await start(choice, opened ? address : pageUrl, 'page')
      const url = made!
      storeReceipt(embed!.keep, receipt)
      if (!opened) return embed!.leave(url)
      if (!opened.closed) opened.location.replace(url)
      orders.watch(receipt, url, opened)
      send({ type: 'shown-in-window' })
    } catch (why) {
      opened?.close()
      send({ type: 'window-failed', choice, code: codeOf(why), why })
    }
  }

  return { buying, problem, overlay, buy }
}

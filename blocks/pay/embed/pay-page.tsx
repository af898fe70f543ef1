import './pay-page.css'
import { type FunctionComponent, useEffect, useRef, useState } from 'react'
import { makeAttempts } from '#kernel/browser/attempts.ts'
import { CallError } from '#kernel/browser/call.ts'
import type { EmbedPageProps } from '#kernel/browser/embed-page.ts'
import { money } from '#kernel/browser/local.ts'
import { Button } from '#ui/base/button.tsx'
import { Note } from '#ui/base/note.tsx'
import { purchase } from '../endpoints.ts'
import { checkoutAddress, openCheckout } from './checkout-window.ts'
import type { PayItem, PayPageData } from './data-types.ts'
import { OrderNote } from './order-note.tsx'
import { ProductCard } from './product-card.tsx'
import { storeReceipt, muteReceipt, readReceipts } from './receipts.ts'
import type { PurchasesProps } from './purchases.tsx'
import { payErrorMessage } from './pay-error-message.ts'
import { texts } from './texts/spoken.ts'
import { useCatalogue } from './use-catalogue.ts'
import { useOrders } from './use-orders.ts'
import { type FramedPurchase, useOverlay } from './use-overlay.ts'

export { language } from './texts/spoken.ts'
export const sample = () => import('./sample.ts')

/** `/embed/pay`: the tenant's products, and the state of the visitor's latest purchases. */
export default function PayPage({ data, embed }: EmbedPageProps<PayPageData>) {
  const [buying, setBuying] = useState<string | null>(null)
  const [problem, setProblem] = useState('')
  const orders = useOrders(embed)
  const shop = useCatalogue({ items: data.items, canSell: data.canSell }, embed)
  const [PurchaseList, setPurchaseList] = useState<FunctionComponent<PurchasesProps>>()
  const [attempt] = useState(makeAttempts)
  // The newest purchase of each product: a second press shows its window instead of starting another.
  const [started] = useState(() => new Map<string, string>())
  // The host page's origin until it has sent its full address.
  const hostPage = useRef(data.parentOrigin ? `${data.parentOrigin}/` : '')

  const overlay = useOverlay({
    shown({ item, quantity, button }, purchase) {
      setBuying(null)
      storeReceipt(embed!.keep, purchase.receipt)
      orders.watchHere(purchase.receipt, () => buyHere(item, quantity, button, async () => purchase))
    },
    over({ item, quantity }, how, purchase, why) {
      setBuying(null)
      if (how === 'unable') void buyInWindow(item, quantity)
      if (how === 'failed') void explain(item, why)
      if (how === 'unable' || how === 'failed' || !purchase) return
      // A visitor who closes the checkout knows that nothing was paid, so do not repeat it on later visits.
      if (how === 'closed') muteReceipt(embed!.keep, purchase.receipt)
      orders.turn(purchase.receipt, how === 'complete' ? 'back' : 'closed')
    },
  })

  useEffect(() => {
    for (const { key, order } of orders.news) if (order.status !== 'pending') overlay.settle(key)
  })

  useEffect(() => {
    void embed?.host().then(({ pageUrl }) => (hostPage.current = pageUrl))
  }, [embed])

  useEffect(() => {
    if (!embed || data.error) return undefined
    const { session, arrival } = embed
    async function loadPurchaseList() {
      const list = session.user ? (await import('./purchases.tsx')).Purchases : undefined
      setPurchaseList(() => list)
    }
    void arrival.then(loadPurchaseList)
    return session.subscribe(() => void loadPurchaseList())
  }, [embed, data.error])

  useEffect(() => {
    // Restored from the back/forward cache, with the button still busy.
    const shown = (event: PageTransitionEvent) => event.persisted && setBuying(null)
    addEventListener('pageshow', shown)
    return () => removeEventListener('pageshow', shown)
  }, [])

  if (data.error || !data.tenant)
    return <Failed text={texts.errors[data.error ?? 'unexpected']} retry={data.error === 'load_failed'} />

  // A standalone page has no host page to preserve.
  const framed = () => data.parentOrigin !== null && parent !== window

  function buy(item: PayItem, quantity: number, button: HTMLElement) {
    const before = started.get(`${item.id} ${quantity}`)
    if (before && orders.showAgain(before)) return
    const shownBefore = shop.previous.get(item.id)
    if (shownBefore && !shop.isPriceSettled(item.id)) return setProblem(priceWords(shownBefore, item))
    if (!data.overlay || !framed() || !overlay.works()) void buyInWindow(item, quantity)
    else buyHere(item, quantity, button, () => startHere(item, quantity))
  }

  function buyHere(
    item: PayItem,
    quantity: number,
    button: HTMLElement,
    begin: () => Promise<FramedPurchase>,
  ) {
    setBuying(item.id)
    setProblem('')
    overlay.open({ item, quantity, button, begin })
  }

  /** Compares with the current catalogue, to say what has changed since the products were shown. */
  async function explain(item: PayItem, why: unknown) {
    const code = why instanceof CallError ? why.code : ''
    if (!CHANGED.includes(code)) return setProblem(payErrorMessage(why))
    const now = await shop.refresh(item.id)
    if (code === 'price_changed' && now) setProblem(priceWords(item, now))
    else if (code === 'item_unavailable' || !now) setProblem(texts.changed.gone(item.name))
    else if (code === 'too_few_left' && now.available)
      setProblem(texts.changed.left(item.name, now.available))
    else setProblem(texts.changed.soldOut(item.name))
  }

  /** Starts a purchase. A retry with identical input, after a lost response, is the same purchase. */
  async function begin(item: PayItem, quantity: number, page_url: string, ui: 'page' | 'embedded') {
    const { price_cents, currency, interval } = item
    const instead_of = readReceipts(embed!.keep).map(({ receipt }) => receipt)
    const input = {
      item_id: item.id,
      quantity,
      page_url,
      ui,
      seen: { price_cents, currency, interval },
      ...(instead_of.length ? { instead_of } : {}),
      locale: document.documentElement.lang,
    }
    const made = await attempt(JSON.stringify(input), (idempotencyKey) =>
      embed!.call(purchase, input, { idempotencyKey }),
    )
    // The buyer now has another checkout of the same product, so these need no note.
    for (const receipt of made.ended) {
      orders.forget(receipt)
      for (const [what, startedReceipt] of started) if (startedReceipt === receipt) started.delete(what)
    }
    started.set(`${item.id} ${quantity}`, made.receipt)
    return made
  }

  async function startHere(item: PayItem, quantity: number): Promise<FramedPurchase> {
    // If a bank takes over the whole page, it returns here.
    const { pageUrl } = await embed!.host()
    const { receipt, embedded } = await begin(item, quantity, pageUrl, 'embedded')
    return { receipt, checkout: embedded! }
  }

  async function buyInWindow(item: PayItem, quantity: number) {
    // Browsers allow popups only inside the click handler or shortly after, so open it before the first
    // await.
    const address = checkoutAddress(data.tenant!.public_key, hostPage.current)
    const opened = framed() ? openCheckout(address) : undefined
    setBuying(item.id)
    setProblem('')
    try {
      const { pageUrl } = await embed!.host()
      const { receipt, url: made } = await begin(item, quantity, opened ? address : pageUrl, 'page')
      const url = made!
      storeReceipt(embed!.keep, receipt)
      if (!opened) return embed!.leave(url)
      if (!opened.closed) opened.location.replace(url)
      orders.watch(receipt, url, opened)
      setBuying(null)
    } catch (why) {
      opened?.close()
      await explain(item, why)
      setBuying(null)
    }
  }

  const { View, key, props } = overlay.here ?? {}
  return (
    <>
      {View && props ? <View key={key} publicKey={data.tenant.public_key} {...props} /> : null}
      <section hidden={overlay.covers}>
        {orders.news.map((one) => (
          <OrderNote
            key={one.key}
            news={one}
            onDismiss={() => orders.dismiss(one)}
            onShow={() => orders.showAgain(one.key)}
          />
        ))}
        {problem ? (
          <div className="pay-note">
            <Note tone="danger" role="alert">
              {problem}
            </Note>
          </div>
        ) : null}
        {shop.items.length === 0 ? (
          <>
            <h1>{texts.empty.title}</h1>
            <p className="pay-lead">{texts.empty.text}</p>
          </>
        ) : (
          <>
            <h1>{texts.title}</h1>
            <p className="pay-lead">{texts.subtitle}</p>
            <ul className="pay-cards" data-columns={Math.min(shop.items.length, 3)}>
              {shop.items.map((item) => (
                <ProductCard
                  key={item.id}
                  item={item}
                  was={shop.previous.get(item.id)}
                  sells={shop.canSell}
                  busy={buying === item.id}
                  waits={buying !== null}
                  onBuy={(quantity, button) => buy(item, quantity, button)}
                />
              ))}
            </ul>
          </>
        )}
        {PurchaseList && embed ? (
          <PurchaseList
            embed={embed}
            publicKey={data.tenant.public_key}
            version={orders.news.filter(({ order }) => order.status !== 'pending').length}
          />
        ) : null}
      </section>
    </>
  )
}

/** Errors that mean the page shows outdated data. */
const CHANGED = ['price_changed', 'sold_out', 'too_few_left', 'item_unavailable']

const priceWords = (before: PayItem, now: PayItem) =>
  texts.changed.price(now.name, priceOf(before), priceOf(now))

function priceOf({ price_cents, currency, interval }: PayItem): string {
  const price = money(price_cents, currency)
  return interval ? `${price} ${texts.every[interval]}` : price
}

function Failed({ text, retry }: { text: string; retry: boolean }) {
  const again = retry ? (
    <Button size="small" onClick={() => location.reload()}>
      {texts.tryAgain}
    </Button>
  ) : null
  return <Note tone="danger" title={text} isPage role="alert" action={again} />
}

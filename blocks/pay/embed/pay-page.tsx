import './pay-page.css'
import { type FunctionComponent, useEffect, useRef, useState } from 'react'
import { makeAttempts } from '#kernel/browser/attempts.ts'
import { callErrorText } from '#kernel/browser/call.ts'
import type { EmbedPageProps } from '#kernel/browser/embed-page.ts'
import { Button } from '#ui/base/button.tsx'
import { Note } from '#ui/base/note.tsx'
import { purchase } from '../endpoints.ts'
import { checkoutAddress, openCheckout } from './checkout-window.ts'
import type { PayItem, PayPageData } from './data-types.ts'
import { OrderNote } from './order-note.tsx'
import { ProductCard } from './product-card.tsx'
import { keepReceipt } from './receipts.ts'
import type { PurchasesProps } from './purchases.tsx'
import { texts } from './texts/en.ts'
import { useOrders } from './use-orders.ts'

/** `/embed/pay`: what the tenant sells, and what became of the visitor's last purchase. */
export default function PayPage({ data, embed }: EmbedPageProps<PayPageData>) {
  const [buying, setBuying] = useState<string | null>(null)
  const [problem, setProblem] = useState('')
  const orders = useOrders(embed)
  const [Mine, setMine] = useState<FunctionComponent<PurchasesProps>>()
  const [attempt] = useState(makeAttempts)
  // The newest purchase of each product: a second press shows its window instead of starting another.
  const [started] = useState(() => new Map<string, string>())
  // Its origin until it has introduced itself.
  const hostPage = useRef(data.parentOrigin ? `${data.parentOrigin}/` : '')

  useEffect(() => {
    void embed?.host().then(({ pageUrl }) => (hostPage.current = pageUrl))
  }, [embed])

  useEffect(() => {
    if (!embed || data.error) return undefined
    const { session, arrival } = embed
    async function look() {
      const list = session.user ? (await import('./purchases.tsx')).Purchases : undefined
      setMine(() => list)
    }
    void arrival.then(look)
    return session.subscribe(() => void look())
  }, [embed, data.error])

  useEffect(() => {
    // Back from the checkout by the browser's own button: the page is as it was left, so let go of the button.
    const shown = (event: PageTransitionEvent) => event.persisted && setBuying(null)
    addEventListener('pageshow', shown)
    return () => removeEventListener('pageshow', shown)
  }, [])

  if (data.error || !data.tenant)
    return <Failed text={texts.errors[data.error ?? 'unexpected']} retry={data.error === 'load_failed'} />

  async function buy(item: PayItem, quantity: number) {
    const what = `${item.id} ${quantity}`
    const before = started.get(what)
    if (before && orders.showAgain(before)) return
    // Opened before anything is awaited: browsers allow windows only inside the click. Alone there is no page to keep.
    const framed = data.parentOrigin !== null && parent !== window
    const address = checkoutAddress(data.tenant!.public_key, hostPage.current)
    const opened = framed ? openCheckout(address) : undefined
    setBuying(item.id)
    setProblem('')
    try {
      const { pageUrl } = await embed!.host()
      const page_url = opened ? address : pageUrl
      const { receipt, url: made } = await attempt(`${what} ${page_url}`, (idempotencyKey) =>
        embed!.call(purchase, { item_id: item.id, quantity, page_url }, { idempotencyKey }),
      )
      const url = made!
      keepReceipt(embed!.keep, receipt)
      if (!opened) return embed!.leave(url)
      if (!opened.closed) opened.location.replace(url)
      started.set(what, receipt)
      orders.watch(receipt, url, opened)
      setBuying(null)
    } catch (why) {
      opened?.close()
      setProblem(callErrorText(why, texts.errors.unexpected))
      setBuying(null)
    }
  }

  return (
    <section>
      {orders.news.map((one) => (
        <OrderNote
          key={one.key}
          news={one}
          onDismiss={() => orders.dismiss(one)}
          onShow={() => orders.showAgain(one.key)}
        />
      ))}
      {problem ? (
        <Note tone="danger" role="alert">
          {problem}
        </Note>
      ) : null}
      {data.items.length === 0 ? (
        <>
          <h1>{texts.empty.title}</h1>
          <p className="pay-lead">{texts.empty.text}</p>
        </>
      ) : (
        <>
          <h1>{texts.title}</h1>
          <p className="pay-lead">{texts.subtitle}</p>
          <ul className="pay-cards" data-columns={Math.min(data.items.length, 3)}>
            {data.items.map((item) => (
              <ProductCard
                key={item.id}
                item={item}
                sells={data.canSell}
                busy={buying === item.id}
                waits={buying !== null}
                onBuy={(quantity) => buy(item, quantity)}
              />
            ))}
          </ul>
        </>
      )}
      {Mine && embed ? (
        <Mine
          embed={embed}
          publicKey={data.tenant.public_key}
          version={orders.news.filter(({ order }) => order.status !== 'pending').length}
        />
      ) : null}
    </section>
  )
}

function Failed({ text, retry }: { text: string; retry: boolean }) {
  const again = retry ? (
    <Button size="small" onClick={() => location.reload()}>
      {texts.tryAgain}
    </Button>
  ) : null
  return (
    <Note tone="danger" role="alert" action={again}>
      {text}
    </Note>
  )
}

import './purchases.css'
import { useEffect, useRef, useState } from 'react'
import { openChild } from '#kernel/browser/child-window.ts'
import type { EmbedApi } from '#kernel/browser/embed-page.ts'
import { Button } from '#ui/base/button.tsx'
import { Note } from '#ui/base/note.tsx'
import { myPurchases, type Purchase, purchasePortal, purchaseReceipt } from '../endpoints.ts'
import { watchCheckoutWindow, checkoutAddress } from '#kernel/browser/checkout/checkout-window.ts'
import { PurchaseRow } from './purchase-row.tsx'
import { payErrorMessage } from './pay-error-message.ts'
import { texts } from './texts/spoken.ts'

export interface PurchasesProps {
  embed: EmbedApi
  publicKey: string
  /** The list is reloaded when this changes, because an order was settled. */
  version: number
}

/** Delays after which to reload when the visitor returns from the provider's page. */
const RELOAD_DELAYS_MS = [0, 1500, 4000, 10_000]

/** The signed-in visitor's purchases, newest first, with receipts and a link to manage subscriptions. */
export function Purchases({ embed, publicKey, version }: PurchasesProps) {
  const [purchases, setPurchases] = useState<Purchase[]>([])
  const [next, setNext] = useState<string | null>(null)
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState('')
  const [returns, setReturns] = useState(0)

  // Drop a response that a newer request has overtaken.
  const stamp = version + returns
  const latestStamp = useRef(stamp)

  useEffect(() => {
    latestStamp.current = stamp
    async function read() {
      try {
        const page = await embed.call(myPurchases, {})
        if (latestStamp.current !== stamp) return
        setPurchases(page.purchases)
        setNext(page.next)
      } catch (why) {
        if (latestStamp.current === stamp) setProblem(payErrorMessage(why, texts.mine.failed))
      }
    }
    void read()
  }, [embed, stamp])

  async function attempt(what: string, work: () => Promise<void>) {
    if (busy) return
    setBusy(what)
    setProblem('')
    await work().catch((why: unknown) => setProblem(payErrorMessage(why)))
    setBusy('')
  }

  const more = () =>
    attempt('more', async () => {
      const page = await embed.call(myPurchases, { cursor: next! })
      setPurchases([...purchases, ...page.purchases])
      setNext(page.next)
    })

  /**
   * Shows a provider's page in a window. Call it inside the click handler, because only that may open one.
   */
  function show(what: string, find: () => Promise<{ url: string }>, done?: () => void) {
    const opened = openChild('about:blank', [720, 760])
    return attempt(what, async () => {
      try {
        const { url } = await find()
        if (!opened) return embed.leave(url)
        opened.location.replace(url)
        if (done) watchCheckoutWindow(opened, done)
      } catch (why) {
        opened?.close()
        throw why
      }
    })
  }
  const receipt = ({ id }: Purchase) =>
    show(`receipt ${id}`, () => embed.call(purchaseReceipt, { purchase_id: id }))
  const manage = ({ id }: Purchase) =>
    show(
      `manage ${id}`,
      async () => {
        const { pageUrl } = await embed.host()
        const page_url = `${checkoutAddress(publicKey, pageUrl)}&over=1`
        return embed.call(purchasePortal, { purchase_id: id, page_url })
      },
      // Changes made there arrive by the provider's webhook a moment later.
      () => RELOAD_DELAYS_MS.forEach((ms) => setTimeout(() => setReturns((n) => n + 1), ms)),
    )

  if (purchases.length === 0 && !problem) return null
  return (
    <section className="pay-mine">
      <h2>{texts.mine.title}</h2>
      {problem ? (
        <Note tone="danger" role="alert">
          {problem}
        </Note>
      ) : null}
      <ul className="bb-card">
        {purchases.map((one) => (
          <PurchaseRow
            key={one.id}
            purchase={one}
            busy={busy}
            onReceipt={() => receipt(one)}
            onManage={() => manage(one)}
          />
        ))}
      </ul>
      {next ? (
        <Button busy={busy === 'more'} onClick={more}>
          {texts.mine.more}
        </Button>
      ) : null}
    </section>
  )
}

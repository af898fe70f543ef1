import './purchases.css'
import { useEffect, useRef, useState } from 'react'
import { openChild } from '#kernel/browser/child-window.ts'
import type { EmbedApi } from '#kernel/browser/embed-page.ts'
import { Button } from '#ui/base/button.tsx'
import { Note } from '#ui/base/note.tsx'
import { myPurchases, type Purchase, purchasePortal, purchaseReceipt } from '../endpoints.ts'
import { attendCheckout, checkoutAddress } from './checkout-window.ts'
import { PurchaseRow } from './purchase-row.tsx'
import { payRefusal } from './refusal-words.ts'
import { texts } from './texts/spoken.ts'

export interface PurchasesProps {
  embed: EmbedApi
  publicKey: string
  /** Read again when it changes: an order was settled. */
  version: number
}

/** When to look again after a visit to the provider's page. */
const LOOKS_MS = [0, 1500, 4000, 10_000]

/** What the signed-in visitor has bought here, newest first, with receipts, and the way to end what renews itself. */
export function Purchases({ embed, publicKey, version }: PurchasesProps) {
  const [bought, setBought] = useState<Purchase[]>([])
  const [next, setNext] = useState<string | null>(null)
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState('')
  const [returns, setReturns] = useState(0)

  // An answer that a newer question has overtaken is dropped.
  const stamp = version + returns
  const asked = useRef(stamp)

  useEffect(() => {
    asked.current = stamp
    async function read() {
      try {
        const page = await embed.call(myPurchases, {})
        if (asked.current !== stamp) return
        setBought(page.purchases.filter(isShown))
        setNext(page.next)
      } catch (why) {
        if (asked.current === stamp) setProblem(payRefusal(why, texts.mine.failed))
      }
    }
    void read()
  }, [embed, stamp])

  async function attempt(what: string, work: () => Promise<void>) {
    if (busy) return
    setBusy(what)
    setProblem('')
    await work().catch((why: unknown) => setProblem(payRefusal(why)))
    setBusy('')
  }

  const more = () =>
    attempt('more', async () => {
      const page = await embed.call(myPurchases, { cursor: next! })
      setBought([...bought, ...page.purchases.filter(isShown)])
      setNext(page.next)
    })

  /** Shows a page of the provider in a window; called inside the click, which alone may open one. */
  function show(what: string, find: () => Promise<{ url: string }>, done?: () => void) {
    const opened = openChild('about:blank', [720, 760])
    return attempt(what, async () => {
      try {
        const { url } = await find()
        if (!opened) return embed.leave(url)
        opened.location.replace(url)
        if (done) attendCheckout(opened, done)
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
      // What was changed there comes by an event of the provider, a moment later.
      () => LOOKS_MS.forEach((ms) => setTimeout(() => setReturns((n) => n + 1), ms)),
    )

  if (bought.length === 0 && !problem) return null
  return (
    <section className="pay-mine">
      <h2>{texts.mine.title}</h2>
      {problem ? (
        <Note tone="danger" role="alert">
          {problem}
        </Note>
      ) : null}
      <ul className="bb-card">
        {bought.map((one) => (
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

/** What came to nothing is no purchase. */
const isShown = ({ status }: Purchase) => status === 'paid' || status === 'refunded' || status === 'pending'

import '#ui/base/card.css'
import './checkout-page.css'
import { useEffect, useState } from 'react'
import type { EmbedApi, EmbedPageProps } from '#kernel/browser/embed-page.ts'
import { askFrame } from '#kernel/browser/opener.ts'
import { buttonLook } from '#ui/base/button.tsx'
import { orderStatus, type OrderStatus } from '../endpoints.ts'
import type { CheckoutBack } from './checkout-window.ts'
import type { CheckoutPageData } from './data-types.ts'
import { texts } from './texts/spoken.ts'

export { language } from './texts/spoken.ts'

const CODE = /(?:^#|&)bb_order=([\w.~-]+)/

type Face = 'opening' | 'done' | 'unknown' | OrderStatus['status']

/**
 * `/embed/checkout`: the window in which a checkout stands beside the host page. It begins here, goes on to the
 * provider's page, and comes back here with the order's code: then it tells the frame that opened it and closes. Where
 * nobody waits any more it says itself what became of the order.
 */
export default function CheckoutPage({ data, embed }: EmbedPageProps<CheckoutPageData>) {
  const [face, setFace] = useState<Face>('opening')
  const [name, setName] = useState('')

  useEffect(() => {
    if (!embed || data.error) return
    void arrive(embed, setFace, setName)
  }, [embed, data.error])

  const opening = face === 'opening' && !data.error
  const words = data.error ? texts.errors[data.error] : opening ? texts.purchasing : wordsOf(face, name)
  return (
    <section className="bb-card pay-checkout" aria-live="polite" aria-busy={opening || undefined}>
      <h1>{texts.checkout}</h1>
      <p>{words}</p>
      {opening ? null : data.site ? (
        <a {...buttonLook({ variant: 'primary', wide: true })} href={data.site.url}>
          {texts.backTo(data.site.name)}
        </a>
      ) : (
        <p className="pay-quiet">{texts.closeHint}</p>
      )}
    </section>
  )
}

async function arrive(
  embed: EmbedApi,
  turn: (face: Face) => void,
  name: (item: string) => void,
): Promise<void> {
  const code = CODE.exec(location.hash)?.[1]
  // Neither reloads nor the history of this window meet the code again.
  if (code) history.replaceState(null, '', location.pathname + location.search)
  const over = new URLSearchParams(location.search).has('over')
  // On the way to the provider: the frame leads on from here.
  if (!code && !over && opener) return
  // Without either it was opened without a tie to the frame, which then moved its whole page; or reloaded at the end.
  const told = (code || over) && (await askFrame({ bb: 'back' } satisfies CheckoutBack))
  if (!code || told) {
    close()
    return turn('done')
  }
  const order = await embed.call(orderStatus, { code }).catch(() => undefined)
  name(order?.item_name ?? '')
  turn(order?.status ?? 'unknown')
}

function wordsOf(face: Face, name: string): string {
  switch (face) {
    case 'paid':
      return texts.paid(name)
    case 'canceled':
      return texts.canceled
    case 'failed':
      return texts.failed(name)
    case 'pending':
      return texts.open.back(name)
    default:
      return texts.checkoutOver
  }
}

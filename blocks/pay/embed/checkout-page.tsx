import '#ui/base/card.css'
import './checkout-page.css'
import { useEffect, useState } from 'react'
import type { EmbedApi, EmbedPageProps } from '#kernel/browser/embed-page.ts'
import { askFrame } from '#kernel/browser/opener.ts'
import { buttonStyle } from '#ui/base/button.tsx'
import { orderStatus, type OrderStatus } from '../endpoints.ts'
import type { CheckoutBack } from '#kernel/browser/checkout/checkout-window.ts'
import type { CheckoutPageData } from './data-types.ts'
import { texts } from './texts/spoken.ts'

export { language } from './texts/spoken.ts'

const CODE = /(?:^#|&)bb_order=([\w.~-]+)/

type ViewName = 'opening' | 'done' | 'unknown' | OrderStatus['status']

/**
 * `/embed/checkout`: the window with a checkout beside the host page. It starts here, continues to the
 * provider's page, and returns here with the order's code. Then it notifies the frame that opened it and
 * closes. If no frame is waiting, it shows the order's state itself.
 */
export default function CheckoutPage({ data, embed }: EmbedPageProps<CheckoutPageData>) {
  const [view, setView] = useState<ViewName>('opening')
  const [name, setName] = useState('')

  useEffect(() => {
    if (!embed || data.error) return
    void arrive(embed, setView, setName)
  }, [embed, data.error])

  const opening = view === 'opening' && !data.error
  const message = data.error ? texts.errors[data.error] : opening ? texts.purchasing : messageOf(view, name)
  return (
    <section className="bb-card pay-checkout" aria-live="polite" aria-busy={opening || undefined}>
      <h1>{texts.checkout}</h1>
      <p>{message}</p>
      {opening ? null : data.site ? (
        <a {...buttonStyle({ variant: 'primary', wide: true })} href={data.site.url}>
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
  showView: (view: ViewName) => void,
  showName: (item: string) => void,
): Promise<void> {
  const code = CODE.exec(location.hash)?.[1]
  // Keep the code out of reloads and the window's history.
  if (code) history.replaceState(null, '', location.pathname + location.search)
  const over = new URLSearchParams(location.search).has('over')
  // The checkout has not started: the frame redirects this window to the provider.
  if (!code && !over && opener) return
  // No code and no frame: the window was opened without `opener`, so the frame moved its whole page; or it
  // was reloaded at the end.
  const wasHandedOver = (code || over) && (await askFrame({ bb: 'back' } satisfies CheckoutBack))
  if (!code || wasHandedOver) {
    close()
    return showView('done')
  }
  const order = await embed.call(orderStatus, { code }).catch(() => undefined)
  showName(order?.item_name ?? '')
  showView(order?.status ?? 'unknown')
}

function messageOf(view: ViewName, name: string): string {
  switch (view) {
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

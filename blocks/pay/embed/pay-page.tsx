import './pay-page.css'
import { type FunctionComponent, useEffect, useRef, useState } from 'react'
import type { EmbedApi, EmbedPageProps } from '#kernel/browser/embed-page.ts'
import { money } from '#kernel/browser/local.ts'
import { Button } from '#ui/base/button.tsx'
import { Note } from '#ui/base/note.tsx'
import type { Catalogue } from '../endpoints.ts'
import type { BuyProblem } from './buying.ts'
import type { PayItem, PayPageData } from './data-types.ts'
import { OrderNote } from './order-note.tsx'
import { ProductCard } from './product-card.tsx'
import type { PurchasesProps } from './purchases.tsx'
import { payErrorMessage } from './pay-error-message.ts'
import { texts } from './texts/spoken.ts'
import { useBuying } from './use-buying.ts'
import { useCatalogue } from './use-catalogue.ts'
import { useOrders } from './use-orders.ts'
import { wayIn } from './way-in.ts'
import { WayInButton } from './way-in-button.tsx'

export { language } from './texts/spoken.ts'
export const sample = () => import('./sample.ts')

/** `/embed/pay`: the tenant's products, and the state of the visitor's latest purchases. */
export default function PayPage({ data, embed }: EmbedPageProps<PayPageData>) {
  const orders = useOrders(embed)
  const shop = useCatalogue(firstCatalogue(data), embed, data.only)
  const cards = useRef<HTMLUListElement>(null)
  const [PurchaseList, setPurchaseList] = useState<FunctionComponent<PurchasesProps>>()
  const { buying, problem, overlay, buy } = useBuying(data, embed, orders, shop)

  useEffect(() => {
    for (const { key, order } of orders.news) if (order.status !== 'pending') overlay.settle(key)
  })

  // A page that names one product leads to its checkout: at once if that opens here, because only a click may open a window.
  useEffect(() => {
    if (!embed || data.only === undefined || !data.overlay || data.parentOrigin === null) return
    async function openCheckout({ arrival }: EmbedApi) {
      await arrival
      const [item] = shop.items
      const button = cards.current?.querySelector<HTMLElement>('.bb-btn:not(:disabled)')
      if (item && button && !item.ways && !item.per_seat) buy({ item, quantity: 1, button })
    }
    void openCheckout(embed)
    // oxlint-disable-next-line react/exhaustive-deps -- once, when the page starts
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

  if (data.error || !data.tenant)
    return <Failed text={texts.errors[data.error ?? 'unexpected']} retry={data.error === 'load_failed'} />

  const { View, key, props } = overlay.here ?? {}
  const signedIn = Boolean(embed?.session.user)
  const forMembers = ({ name, ways, regular_price_cents: regular, currency }: PayItem) => {
    const { price, insteadOf } = texts.members
    if (!ways)
      return regular === undefined ? {} : { note: `${price}, ${insteadOf(money(regular, currency))}` }
    const { text, action } = wayIn(ways, { signedIn, items: shop.items })
    return {
      note: text,
      locked: (
        <WayInButton
          name={name}
          action={action}
          signIn={() => signIn(data, embed!)}
          // By its place: names are not unique.
          show={(item) => showCard(cards.current?.children[shop.items.indexOf(item)])}
        />
      ),
    }
  }
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
              {problemText(problem)}
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
            {/* Screen readers need it: it names the frame's content, and the cards' headings are below it. */}
            <h1 className={data.isHeadingHidden ? 'pay-unseen' : undefined}>{texts.title}</h1>
            {data.isHeadingHidden ? null : <p className="pay-lead">{texts.subtitle}</p>}
            <ul
              ref={cards}
              className="pay-cards"
              data-columns={Math.min(shop.items.length, 3)}
              // Rendered for a visitor who is signed out: a member's page may be of another height.
              data-signed-out={shop.isPersonal && !embed ? '' : undefined}
            >
              {shop.items.map((item) => (
                <ProductCard
                  key={item.id}
                  item={item}
                  was={shop.previous.get(item.id)}
                  sells={shop.canSell}
                  busy={buying === item.id}
                  waits={buying !== null}
                  {...forMembers(item)}
                  onBuy={(quantity, button) => buy({ item, quantity, button })}
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

/** Moves the focus to the buy button of a card, which scrolls to it. */
function showCard(card: Element | undefined): void {
  if (!(card instanceof HTMLElement)) return
  card.scrollIntoView({ block: 'center' })
  // While nothing can be bought, the card itself is where the keyboard continues.
  card.tabIndex = -1
  const target = card.querySelector<HTMLElement>('.bb-btn:not(:disabled)') ?? card
  target.focus({ preventScroll: true })
}

const firstCatalogue = ({ items, canSell, isPersonal }: PayPageData): Catalogue => ({
  items,
  canSell,
  ...(isPersonal && { isPersonal }),
})

/** In a frame, the host page opens the sign-in block as a dialog; a standalone page opens it in a new window. */
function signIn({ tenant }: PayPageData, embed: EmbedApi): void {
  if (parent !== window) embed.tell({ type: 'open', block: 'auth' })
  else open(`/embed/auth?${new URLSearchParams({ tenant: tenant!.public_key })}`, '_blank')
}

function problemText(problem: BuyProblem): string {
  const { changed } = texts
  switch (problem.kind) {
    case 'price':
      return changed.price(problem.now.name, priceOf(problem.before), priceOf(problem.now))
    case 'left':
      return changed.left(problem.item.name, problem.count)
    case 'gone':
      return changed.gone(problem.item.name)
    case 'members':
      return changed.members(problem.item.name)
    case 'sold-out':
      return changed.soldOut(problem.item.name)
    case 'error':
    default:
      return payErrorMessage(problem.why)
  }
}

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

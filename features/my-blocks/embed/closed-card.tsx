import type { EmbedApi } from '#kernel/browser/embed-page.ts'
import { day, money } from '#kernel/browser/local.ts'
import { Button } from '#ui/base/button.tsx'
import { LockedCard } from '#ui/base/faces/locked-card.tsx'
import type { BlockState, Offer } from '../kinds/block-state.ts'
import { texts } from './texts/spoken.ts'

export interface ClosedCardProps {
  block: Extract<BlockState, { state: 'sign_in' | 'audience' }>
  publicKey: string
  embed: EmbedApi | undefined
}

/** A block that is closed for this visitor, and what to do: sign in, buy, wait, or ask the owner of the site. */
export function ClosedCard({ block, publicKey, embed }: ClosedCardProps) {
  const { title, offers, opens_at } = block
  const names = offers.map(({ name }) => name).join(', ')
  // The cheapest.
  const [offer] = offers
  if (block.state === 'sign_in')
    return (
      <LockedCard
        level={1}
        title={texts.signIn.title(title)}
        action={
          <Button variant="primary" onClick={() => openOver('auth', publicKey, embed!)}>
            {texts.signIn.button}
          </Button>
        }
      >
        {/* Bought before signing in, it would belong to no account. */}
        {offer ? texts.closed.signInToBuy(names, priceOf(offer).join('')) : texts.signIn.text}
      </LockedCard>
    )
  if (!offer)
    return (
      <LockedCard level={1} title={texts.closed.title(title)}>
        {opens_at ? texts.closed.opens(day(opens_at)) : texts.closed.ask}
      </LockedCard>
    )
  const [amount, every] = priceOf(offer)
  return (
    <LockedCard
      level={1}
      title={texts.closed.title(title)}
      price={{ amount, every }}
      action={
        <Button variant="primary" onClick={() => openOver('pay', publicKey, embed!)}>
          {texts.closed.buy(offer.name)}
        </Button>
      }
    >
      {texts.closed.comesWith(names)}
    </LockedCard>
  )
}

/** The price and its interval, as displayed: `€5.00`, `/month`. */
const priceOf = ({ price_cents, currency, interval }: Offer): [string, string] => [
  money(price_cents, currency),
  interval ? (texts.paywall.every[interval] ?? '') : '',
]

/** In a frame, the host page opens the block as a dialog; a standalone page opens it in a new window. */
function openOver(block: 'auth' | 'pay', publicKey: string, embed: EmbedApi): void {
  if (parent !== window) embed.tell({ type: 'open', block })
  else open(`/embed/${block}?${new URLSearchParams({ tenant: publicKey })}`, '_blank')
}

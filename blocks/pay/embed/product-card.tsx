import '#ui/base/card.css'
import { formatPrice } from '#kernel/browser/money.ts'
import { Button } from '#ui/base/button.tsx'
import type { PayItem } from './data-types.ts'
import { texts } from './texts/en.ts'

export interface ProductCardProps {
  item: PayItem
  /** False while the tenant cannot take payments. */
  sells: boolean
  /** This product's checkout is being opened. */
  busy: boolean
  /** Some checkout is being opened: one at a time. */
  waits: boolean
  onBuy: () => void
}

/** One product: name, description, price, and the button that starts its checkout. */
export function ProductCard({ item, sells, busy, waits, onBuy }: ProductCardProps) {
  return (
    <li className="bb-card pay-card" data-off={sells ? undefined : ''}>
      <h2>{item.name}</h2>
      {item.description ? <p>{item.description}</p> : null}
      <p className="pay-price">{formatPrice(item.price_cents, item.currency)}</p>
      <Button
        variant="primary"
        wide
        disabled={!sells}
        aria-disabled={waits && !busy}
        aria-label={`${sells ? texts.purchase : texts.unavailable}: ${item.name}`}
        busy={busy}
        busyWords={texts.purchasing}
        onClick={onBuy}
      >
        {sells ? texts.purchase : texts.unavailable}
      </Button>
    </li>
  )
}

import '#ui/base/card.css'
import { useState } from 'react'
import { formatPrice } from '#kernel/browser/money.ts'
import { Button } from '#ui/base/button.tsx'
import type { PayItem } from './data-types.ts'
import { Quantity } from './quantity.tsx'
import { texts } from './texts/en.ts'

export interface ProductCardProps {
  item: PayItem
  /** False while the tenant cannot take payments. */
  sells: boolean
  /** This product's checkout is being opened. */
  busy: boolean
  /** Some checkout is being opened: one at a time. */
  waits: boolean
  /** @param button where it was pressed */
  onBuy: (quantity: number, button: HTMLElement) => void
}

/** One product: name, description, price, how many, and the button that starts its checkout. */
export function ProductCard({ item, sells, busy, waits, onBuy }: ProductCardProps) {
  const [quantity, setQuantity] = useState(1)
  const { name, description, interval } = item
  return (
    <li className="bb-card pay-card" data-off={sells ? undefined : ''}>
      <h2>{name}</h2>
      {description ? <p>{description}</p> : null}
      <div className="pay-price">
        <p>
          {formatPrice(item.price_cents, item.currency)}
          {interval ? <small> {texts.every[interval]}</small> : null}
        </p>
        {interval || !sells ? null : <Quantity name={name} value={quantity} onChange={setQuantity} />}
      </div>
      <Button
        variant="primary"
        wide
        disabled={!sells}
        aria-disabled={waits && !busy}
        aria-label={`${sells ? texts.purchase : texts.unavailable}: ${name}`}
        busy={busy}
        busyWords={texts.purchasing}
        onClick={(event) => onBuy(quantity, event.currentTarget)}
      >
        {sells ? texts.purchase : texts.unavailable}
      </Button>
    </li>
  )
}

import '#ui/base/card.css'
import { type ReactNode, useState } from 'react'
import { money } from '#kernel/browser/local.ts'
import { initials } from '#ui/base/initials.ts'
import { Button } from '#ui/base/button.tsx'
import type { PayItem } from './data-types.ts'
import { Quantity } from './quantity.tsx'
import { texts } from './texts/spoken.ts'

export interface ProductCardProps {
  item: PayItem
  /** The product as it was before its price changed. */
  was?: PayItem | undefined
  /** False when the tenant cannot take payments. */
  sells: boolean
  /** This product's checkout is being opened. */
  busy: boolean
  /** Some checkout is being opened; only one can be at a time. */
  waits: boolean
  /** A line below the price. */
  note?: string | undefined
  /** Takes the place of the buy button of a product that this visitor may not buy. */
  locked?: ReactNode
  /** @param button the button that was pressed */
  onBuy: (quantity: number, button: HTMLElement) => void
}

/** Maximum quantity per purchase. */
const MAX_QUANTITY = 99

/** Below this, the card shows how many are left. */
const SHOW_LEFT_BELOW = 6

const priceOf = ({ price_cents, currency }: PayItem) => money(price_cents, currency)

/** One product: name, description, price, quantity, and the button that starts its checkout. */
export function ProductCard({ item, was, sells: open, busy, waits, note, locked, onBuy }: ProductCardProps) {
  const [wanted, setQuantity] = useState(1)
  const { name, description, interval, picture } = item
  const left = item.available ?? MAX_QUANTITY
  const sells = open && left > 0 && !locked
  const label = sells ? texts.purchase : open ? texts.soldOut : texts.unavailable
  const quantity = Math.max(Math.min(wanted, left), 1)
  return (
    <li className="bb-card pay-card" data-off={sells || locked ? undefined : ''}>
      <div className="pay-words" data-initials={initials(name)}>
        {picture ? (
          <img src={picture.url} width={picture.width} height={picture.height} alt={name} loading="lazy" />
        ) : null}
        <h2>
          <bdi>{name}</bdi>
        </h2>
        {description ? (
          <p>
            <bdi>{description}</bdi>
          </p>
        ) : null}
      </div>
      <div className="pay-price">
        <p>
          {priceOf(item)}
          {interval ? <small> {texts.every[interval]}</small> : null}
          {item.per_seat ? <small> {texts.perSeat}</small> : null}
          {was && was.price_cents !== item.price_cents ? (
            <small aria-live="polite"> {texts.was(priceOf(was))}</small>
          ) : null}
        </p>
        {(interval && !item.per_seat) || !sells ? null : (
          <Quantity name={name} value={quantity} most={left} onChange={setQuantity} />
        )}
        {note ? <p className="pay-left">{note}</p> : null}
        {sells && left < SHOW_LEFT_BELOW ? <p className="pay-left">{texts.left(left)}</p> : null}
      </div>
      {locked ? (
        locked
      ) : (
        <Button
          variant="primary"
          wide
          disabled={!sells}
          aria-disabled={waits && !busy}
          aria-label={`${label}: ${name}`}
          busy={busy}
          busyLabel={texts.purchasing}
          onClick={(event) => onBuy(quantity, event.currentTarget)}
        >
          {label}
        </Button>
      )}
    </li>
  )
}

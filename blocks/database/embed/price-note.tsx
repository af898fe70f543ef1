import { money } from '#kernel/browser/local.ts'
import type { FormPrice } from '../endpoints.ts'
import type { FormView } from './data-types.ts'
import { texts } from './texts/spoken.ts'
import type { Typed } from './typed-answers.ts'

/** What is paid in the next step. */
export function PriceNote({ price, quantity }: { price: FormPrice; quantity: number }) {
  return (
    <div className="form-price">
      <PriceLine price={price} quantity={quantity} />
      <p>{texts.payment.next}</p>
    </div>
  )
}

/** A product with its price, and the sum of several. */
export function PriceLine({ price, quantity }: { price: FormPrice; quantity: number }) {
  const { name, price_cents, currency } = price
  return (
    <p>
      <span>
        <bdi>{name}</bdi>
        {quantity > 1 ? ` × ${quantity}` : ''}
      </span>
      <strong>{money(price_cents * quantity, currency)}</strong>
    </p>
  )
}

/** How many units the visitor typed; the server checks the number. */
export function unitsOf(typed: Typed, { units }: FormView): number {
  const count = Number(units === undefined ? 1 : typed[units])
  return Number.isInteger(count) && count > 0 && count < 100 ? count : 1
}

import { number } from '#kernel/browser/local.ts'
import { texts } from './texts/spoken.ts'

export interface QuantityProps {
  /** Name of the product. */
  name: string
  value: number
  /** Maximum quantity per purchase. */
  most: number
  /** Receives an updater function, because clicks can be faster than renders. */
  onChange: (next: (quantity: number) => number) => void
}

/** Quantity picker of a product. */
export function Quantity({ name, value, most, onChange }: QuantityProps) {
  const step = (by: number, label: string, sign: string) => (
    <button
      type="button"
      aria-label={label}
      aria-disabled={value + by < 1 || value + by > most}
      onClick={() => onChange((now) => Math.max(Math.min(now + by, most), 1))}
    >
      {sign}
    </button>
  )
  return (
    <fieldset className="pay-quantity" aria-label={texts.quantity.label(name)}>
      {step(-1, texts.quantity.less, '−')}
      <output aria-live="polite">{number(value)}</output>
      {step(1, texts.quantity.more, '+')}
    </fieldset>
  )
}

import { texts } from './texts/en.ts'

/** As many as one purchase may be of. */
const MOST = 99

export interface QuantityProps {
  /** Of what. */
  name: string
  value: number
  /** Takes what the number is then: presses may come faster than they show. */
  onChange: (next: (quantity: number) => number) => void
}

/** How many of a product. */
export function Quantity({ name, value, onChange }: QuantityProps) {
  const step = (by: number, label: string, sign: string) => (
    <button
      type="button"
      aria-label={label}
      aria-disabled={value + by < 1 || value + by > MOST}
      onClick={() => onChange((now) => Math.min(Math.max(now + by, 1), MOST))}
    >
      {sign}
    </button>
  )
  return (
    <fieldset className="pay-quantity" aria-label={texts.quantity.label(name)}>
      {step(-1, texts.quantity.less, '−')}
      <output aria-live="polite">{value}</output>
      {step(1, texts.quantity.more, '+')}
    </fieldset>
  )
}

import './choice.css'
import { Check } from 'lucide-react'
import { type ReactNode, useId } from 'react'

export interface RadioCard<V extends string> {
  value: V
  title: ReactNode
  description?: ReactNode
  /** A picture at the left. */
  picture?: ReactNode
  disabled?: boolean
}

export interface RadioCardsProps<V extends string> {
  label: string
  value: V
  options: readonly RadioCard<V>[]
  onChange: (value: V) => void
}

/** One of a few that need explaining. */
export function RadioCards<V extends string>({ label, value, options, onChange }: RadioCardsProps<V>) {
  const group = useId()
  return (
    <fieldset className="bb-radio-cards" aria-label={label}>
      {options.map((option) => (
        <label key={option.value} className="bb-radio-card">
          <input
            type="radio"
            name={group}
            checked={option.value === value}
            disabled={option.disabled}
            onChange={() => onChange(option.value)}
          />
          {option.picture}
          <span className="bb-radio-card-text">
            <strong className="font-medium">{option.title}</strong>
            {option.description ? <span>{option.description}</span> : null}
          </span>
          <Check size={16} strokeWidth={1.75} aria-hidden />
        </label>
      ))}
    </fieldset>
  )
}

import './choice.css'
import { Check } from 'lucide-react'
import { type ReactNode, useId } from 'react'

export interface RadioCard<V extends string> {
  value: V
  title: ReactNode
  description?: ReactNode
  /** A picture at the left. */
  picture?: ReactNode
  /** Content at the right end, for example a price. */
  end?: ReactNode
  disabled?: boolean
}

export interface RadioCardsProps<V extends string> {
  label: string
  value: V
  options: readonly RadioCard<V>[]
  onChange: (value: V) => void
  /**
   * `radio` marks the selected card with a radio button on the left and a tint, and leaves the right end
   * free.
   */
  indicator?: 'check' | 'radio'
}

/** A single choice between a few options that need a description. */
export function RadioCards<V extends string>(props: RadioCardsProps<V>) {
  const { label, value, options, onChange, indicator = 'check' } = props
  const group = useId()
  return (
    <fieldset className="bb-radio-cards" aria-label={label} data-look={indicator}>
      {options.map((option) => (
        <label key={option.value} className="bb-radio-card">
          <input
            type="radio"
            name={group}
            checked={option.value === value}
            disabled={option.disabled}
            onChange={() => onChange(option.value)}
          />
          {indicator === 'radio' ? <span className="bb-radio-card-dot" aria-hidden="true" /> : null}
          {option.picture}
          <span className="bb-radio-card-text">
            <strong className="font-medium">{option.title}</strong>
            {option.description ? <span>{option.description}</span> : null}
          </span>
          {option.end ? <span className="bb-radio-card-end">{option.end}</span> : null}
          {indicator === 'check' ? <Check size={16} strokeWidth={1.75} aria-hidden /> : null}
        </label>
      ))}
    </fieldset>
  )
}

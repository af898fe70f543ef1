import './segments.css'
import { type ReactNode, useId } from 'react'

export interface Segment<V extends string> {
  value: V
  label: ReactNode
  /** Accessible name of a segment that shows only an icon. */
  name?: string
}

export interface SegmentsProps<V extends string> {
  /** Name of the choice, for screen readers. */
  label: string
  value: V
  options: readonly Segment<V>[]
  onChange: (value: V) => void
  wide?: boolean
}

/** A segmented control. It is built from radio buttons, so it is one tab stop and supports arrow keys. */
export function Segments<V extends string>({ label, value, options, onChange, wide }: SegmentsProps<V>) {
  const group = useId()
  return (
    <fieldset className="bb-segments" aria-label={label} data-wide={wide ? '' : undefined}>
      {options.map((option) => (
        <label key={option.value} title={option.name}>
          <input
            type="radio"
            name={group}
            checked={option.value === value}
            aria-label={option.name}
            onChange={() => onChange(option.value)}
          />
          <span>{option.label}</span>
        </label>
      ))}
    </fieldset>
  )
}

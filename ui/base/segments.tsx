import './segments.css'
import { type ReactNode, useId } from 'react'

export interface Segment<V extends string> {
  value: V
  label: ReactNode
  /** Name of a segment that shows only an icon. */
  name?: string
}

export interface SegmentsProps<V extends string> {
  /** What is chosen here, for screen readers. */
  label: string
  value: V
  options: readonly Segment<V>[]
  onChange: (value: V) => void
  wide?: boolean
}

/** One of a few, side by side: radio buttons in another dress, so one tab stop and arrow keys come with them. */
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

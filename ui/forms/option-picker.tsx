import { Segments } from '../base/segments.tsx'
import { Select } from './select.tsx'

/** Maximum number of options that fit side by side on a phone. */
const MAX_SEGMENTS = 4

export interface OptionPickerProps<V extends string> {
  /** Name of the choice, for screen readers. */
  label: string
  value: V
  options: readonly { value: V; label: string }[]
  onChange: (value: V) => void
  /** Fill the width of the container. */
  wide?: boolean
}

/** A single choice from a list of any length: segments while it is short, otherwise a select. */
export function OptionPicker<V extends string>({
  label,
  value,
  options,
  onChange,
  wide,
}: OptionPickerProps<V>) {
  if (options.length <= MAX_SEGMENTS)
    return <Segments label={label} value={value} options={options} onChange={onChange} wide={wide ?? false} />
  return (
    <Select
      aria-label={label}
      value={value}
      options={options}
      onChange={(event) => {
        const chosen = options.find((option) => option.value === event.currentTarget.value)
        if (chosen) onChange(chosen.value)
      }}
    />
  )
}

import { Segments } from './base/segments.tsx'
import { Select } from './select.tsx'

/** More options than these do not fit side by side on a phone. */
const MOST_SEGMENTS = 4

export interface OptionPickerProps<V extends string> {
  /** What is chosen here, for screen readers. */
  label: string
  value: V
  options: readonly { value: V; label: string }[]
  onChange: (value: V) => void
  /** Fill the width of the container. */
  wide?: boolean
}

/** One of a list that can grow: side by side while it is short, a select once it is not. */
export function OptionPicker<V extends string>({
  label,
  value,
  options,
  onChange,
  wide,
}: OptionPickerProps<V>) {
  if (options.length <= MOST_SEGMENTS)
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

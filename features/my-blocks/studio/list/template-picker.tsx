import { Braces } from 'lucide-react'
import { type ReactNode, useId } from 'react'

export interface TemplateOption {
  value: string
  label: string
}

export interface TemplatePickerProps {
  label: string
  /** An unknown value selects nothing. */
  value: string
  options: readonly TemplateOption[]
  onChange: (value: string) => void
}

/** A choice between templates, each with a drawing of its shape. */
export function TemplatePicker({ label, value, options, onChange }: TemplatePickerProps) {
  const group = useId()
  return (
    <fieldset aria-label={label} className="grid grid-cols-4 gap-2 max-sm:grid-cols-2">
      {options.map((option) => (
        <label
          key={option.value}
          className="relative flex cursor-pointer flex-col rounded-control border border-line has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
        >
          <input
            type="radio"
            name={group}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            className="absolute inset-0 size-full cursor-pointer opacity-0"
          />
          <span aria-hidden="true" className="flex h-16 items-center justify-center p-3">
            {DRAWINGS[option.value]}
          </span>
          <span className="px-2 pb-2 text-center text-small font-label">{option.label}</span>
        </label>
      ))}
    </fieldset>
  )
}

const line = (width: string) => <span className={`h-1.5 rounded-full bg-control ${width}`} />

const DRAWINGS: Record<string, ReactNode> = {
  text: (
    <span className="flex w-full max-w-20 flex-col gap-1.5">
      {line('w-full')}
      {line('w-4/5')}
      {line('w-1/2')}
    </span>
  ),
  profile: (
    <span className="flex w-full max-w-20 items-center gap-2">
      <span className="size-6 shrink-0 rounded-full bg-accent" />
      <span className="flex flex-1 flex-col gap-1.5">
        {line('w-full')}
        {line('w-2/3')}
      </span>
    </span>
  ),
  pricing: (
    <span className="flex w-full max-w-20 gap-1">
      {['border-control', 'border-accent', 'border-control'].map((border, at) => (
        <span key={at} className={`flex h-9 flex-1 flex-col gap-1 rounded-sm border p-1 ${border}`}>
          {line('w-full')}
          {line('w-1/2')}
        </span>
      ))}
    </span>
  ),
  empty: <Braces size={22} strokeWidth={1.75} className="text-text-3" />,
}

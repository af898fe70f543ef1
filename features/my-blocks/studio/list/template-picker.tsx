import './template-picker.css'
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
    <fieldset aria-label={label} className="template-picker">
      {options.map((option) => (
        <label key={option.value} className="template">
          <input
            type="radio"
            name={group}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span aria-hidden="true" className="template-drawing">
            {DRAWINGS[option.value]}
          </span>
          <span className="template-name">{option.label}</span>
        </label>
      ))}
    </fieldset>
  )
}

const line = (width: number) => <span className="template-line" style={{ width: `${width}%` }} />

const DRAWINGS: Record<string, ReactNode> = {
  text: (
    <span className="template-lines">
      {line(100)}
      {line(80)}
      {line(50)}
    </span>
  ),
  profile: (
    <>
      <span className="template-face" />
      <span className="template-lines">
        {line(100)}
        {line(66)}
      </span>
    </>
  ),
  pricing: ['first', 'second', 'third'].map((column) => (
    <span key={column} className="template-column">
      {line(100)}
      {line(50)}
    </span>
  )),
  empty: <Braces size={22} strokeWidth={1.75} />,
}

import { RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { readCssColor } from '#kernel/browser/theme/css-color.ts'
import { Field } from '#ui/base/field.tsx'
import { Input } from '#ui/base/input.tsx'
import { IconButton } from '#ui/icon-button.tsx'

export interface ColorFieldProps {
  label: string
  hint?: string
  /** Undefined if the theme's own color applies. */
  value: string | undefined
  /** The theme's own color. */
  usual: string
  onChange: (color: string | undefined) => void
}

/** A color, chosen in the browser's picker or typed as in CSS. Typed text stays as typed. */
export function ColorField({ label, hint, value, usual, onChange }: ColorFieldProps) {
  const [typed, setTyped] = useState<{ text: string; of: string | undefined }>()
  // The typed text is shown while it belongs to the current color. Undo and the picker replace it.
  const text = typed && typed.of === value ? typed.text : (value ?? '')
  const isInvalid = text.trim() !== '' && readCssColor(text) === undefined

  function type(next: string) {
    const color = next.trim() === '' ? undefined : readCssColor(next)
    const isIncomplete = next.trim() !== '' && color === undefined
    setTyped({ text: next, of: isIncomplete ? value : color })
    if (!isIncomplete && color !== value) onChange(color)
  }

  return (
    <Field
      label={label}
      hint={hint}
      error={isInvalid ? 'Enter a color as # and six digits, or as rgb(…).' : undefined}
    >
      {(control) => (
        <span className="flex items-center gap-2">
          <Input
            type="color"
            aria-label={`${label}, picker`}
            className="w-11! flex-none cursor-pointer p-1!"
            value={value ?? usual}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
          <Input
            {...control}
            className="font-mono text-mono"
            placeholder={usual}
            spellCheck={false}
            autoComplete="off"
            maxLength={80}
            value={text}
            onChange={(event) => type(event.currentTarget.value)}
          />
          <IconButton
            label={`${label}: the theme's own`}
            icon={<RotateCcw size={16} strokeWidth={1.75} aria-hidden />}
            disabled={value === undefined && text === ''}
            onClick={() => {
              setTyped(undefined)
              onChange(undefined)
            }}
          />
        </span>
      )}
    </Field>
  )
}

import { RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { readCssColour } from '#kernel/browser/theme/css-colour.ts'
import { Field } from '#ui/base/field.tsx'
import { Input } from '#ui/base/input.tsx'
import { IconButton } from '#ui/icon-button.tsx'

export interface ColourFieldProps {
  label: string
  hint?: string
  /** Undefined where the theme's own counts. */
  value: string | undefined
  /** The theme's own. */
  usual: string
  onChange: (colour: string | undefined) => void
}

/** A colour: pulled in the device's own picker, or typed as in a style sheet; what is typed stays as it was typed. */
export function ColourField({ label, hint, value, usual, onChange }: ColourFieldProps) {
  const [typed, setTyped] = useState<{ text: string; of: string | undefined }>()
  // Words stand as long as they are about the colour that counts: undo and the picker go over them.
  const text = typed && typed.of === value ? typed.text : (value ?? '')
  const wrong = text.trim() !== '' && readCssColour(text) === undefined

  function type(next: string) {
    const colour = next.trim() === '' ? undefined : readCssColour(next)
    const keeps = next.trim() !== '' && colour === undefined
    setTyped({ text: next, of: keeps ? value : colour })
    if (!keeps && colour !== value) onChange(colour)
  }

  return (
    <Field label={label} hint={hint} error={wrong ? 'A colour is # and six digits, or rgb(…).' : undefined}>
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

import { useState } from 'react'
import type { FieldControl } from '#ui/base/field.tsx'
import { Input } from '#ui/base/input.tsx'

export interface KeyInputProps {
  control: FieldControl
  value: string
  onChange: (value: string) => void
}

/** The field for a public key. It shows typed text immediately and updates the address a moment later. */
export function KeyInput({ control, value, onChange }: KeyInputProps) {
  const [typed, setTyped] = useState(value)
  const [known, setKnown] = useState(value)
  if (known !== value) {
    setKnown(value)
    if (document.activeElement?.id !== control.id) setTyped(value)
  }
  return (
    <Input
      {...control}
      value={typed}
      placeholder="pk_…"
      spellCheck={false}
      autoComplete="off"
      maxLength={100}
      className="font-mono"
      onChange={(event) => {
        setTyped(event.currentTarget.value)
        onChange(event.currentTarget.value)
      }}
    />
  )
}

import { type FormEvent, type ReactNode, useState } from 'react'
import { Button } from '#ui/base/button.tsx'
import { Field } from '#ui/base/field.tsx'
import { Input } from '#ui/base/input.tsx'
import { texts } from './texts/spoken.ts'

export interface NameFormProps {
  label: string
  button: string
  value?: string
  type?: 'text' | 'email'
  busy: boolean
  busyLabel?: string
  /** What to know before it is sent. */
  hint?: ReactNode
  /** The field is emptied when it resolves. */
  onSubmit: (value: string) => Promise<void>
}

/** One field and its button on a line. */
export function NameForm({
  label,
  button,
  value = '',
  type = 'text',
  busy,
  busyLabel,
  hint,
  onSubmit,
}: NameFormProps) {
  const [typed, setTyped] = useState(value)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy || !typed.trim()) return
    await onSubmit(typed.trim())
    setTyped(value)
  }

  return (
    <form className="team-line" onSubmit={submit}>
      <Field label={label} hint={hint}>
        {(control) => (
          <Input
            {...control}
            type={type}
            autoComplete="off"
            maxLength={type === 'email' ? 254 : 60}
            value={typed}
            onInput={(event) => setTyped(event.currentTarget.value)}
            required
          />
        )}
      </Field>
      <Button type="submit" busy={busy} busyLabel={busyLabel ?? texts.creating} disabled={!typed.trim()}>
        {button}
      </Button>
    </form>
  )
}

import { type FormEvent, useState } from 'react'
import { Field } from '#ui/base/field.tsx'
import { Input } from '#ui/base/input.tsx'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import type { AuthResult } from '../session/session-context.ts'
import { useAction } from './use-action.ts'
import { useFirstFocus } from './use-first-focus.ts'

export interface EmailFormProps {
  email: string
  onEmail: (email: string) => void
  act: string
  send: (email: string) => AuthResult
  onSent: () => void
}

/** Asks for an email address to send a message to. */
export function EmailForm({ email, onEmail, act, send, onSent }: EmailFormProps) {
  const field = useFirstFocus()
  const [fieldError, setFieldError] = useState<string>()
  const { busy, failure, run, left, wait } = useAction()

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy || left > 0) return
    setFieldError(email.trim() ? undefined : 'Enter your email.')
    if (!email.trim()) return field.current?.focus()
    if (await run(() => send(email.trim()))) onSent()
  }

  return (
    <form noValidate className="mt-6 flex flex-col gap-4" onSubmit={(event) => void submit(event)}>
      <Field label="Email" error={fieldError}>
        {(control) => (
          <Input
            {...control}
            ref={field}
            size="large"
            name="email"
            type="email"
            autoComplete="username"
            required
            value={email}
            onChange={(event) => {
              onEmail(event.currentTarget.value)
              // The rate limit is per mailbox, so a new address needs no wait.
              wait(0)
            }}
          />
        )}
      </Field>
      {failure ? (
        <Notice tone="danger" role="alert">
          {failure}
        </Notice>
      ) : null}
      <Button
        type="submit"
        variant="primary"
        size="large"
        wide
        aria-disabled={left > 0 || undefined}
        busy={busy}
        busyLabel="Sending..."
      >
        {left > 0 ? `Send again in ${left} s` : act}
      </Button>
    </form>
  )
}

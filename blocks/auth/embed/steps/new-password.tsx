import { type FormEvent, useRef, useState } from 'react'
import { Button } from '#ui/base/button.tsx'
import { Field } from '#ui/base/field.tsx'
import { Note } from '#ui/base/note.tsx'
import { PasswordInput } from '#ui/base/password-input.tsx'
import type { EmbedSession } from '#kernel/browser/embed-page.ts'
import { errorMessage, isAboutPassword } from '../error-message.ts'
import { useFocusedHeading } from '../focus-heading.ts'
import { texts } from '../texts/spoken.ts'

export interface NewPasswordProps {
  session: EmbedSession
  /** The account's address, for password managers. */
  email?: string | null
  title: string
  onDone: () => Promise<void> | void
}

/** Lets a visitor who proved access to the mailbox choose a password. */
export function NewPassword({ session, email, title, onDone }: NewPasswordProps) {
  const heading = useFocusedHeading(true)
  const form = useRef<HTMLFormElement>(null)
  const [problem, setProblem] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    const { password } = form.current!.elements as HTMLFormControlsCollection & { password: HTMLInputElement }
    setBusy(true)
    setProblem(null)
    try {
      await session.ask('PUT', '/user', { password: password.value })
      await onDone()
    } catch (why) {
      setProblem(why)
      password.focus()
    }
    setBusy(false)
  }

  const atField = isAboutPassword(problem)
  return (
    <form ref={form} className="auth-form" method="post" onSubmit={submit}>
      <h2 {...heading}>{title}</h2>
      {problem && !atField ? (
        <Note tone="danger" title={texts.errors.title} role="alert">
          {errorMessage(problem)}
        </Note>
      ) : null}
      {email ? <input type="hidden" name="username" autoComplete="username" value={email} /> : null}
      <Field
        label={texts.newPassword.label}
        hint={texts.newPassword.hint}
        error={atField ? errorMessage(problem) : undefined}
      >
        {(control) => (
          <PasswordInput
            {...control}
            name="password"
            autoComplete="new-password"
            showLabel={texts.showPassword}
            hideLabel={texts.hidePassword}
            required
          />
        )}
      </Field>
      <Button type="submit" variant="primary" wide busy={busy} busyLabel={texts.newPassword.busy}>
        {texts.newPassword.button}
      </Button>
    </form>
  )
}

import { type FormEvent, useEffect, useRef, useState } from 'react'
import { CallError } from '#kernel/browser/call.ts'
import type { EmbedSession } from '#kernel/browser/embed-page.ts'
import { Button } from '#ui/base/button.tsx'
import { Field } from '#ui/base/field.tsx'
import { Note } from '#ui/base/note.tsx'
import { PasswordInput } from '#ui/base/password-input.tsx'
import { errorMessage, isAboutPassword } from '../error-message.ts'
import { texts } from '../texts/spoken.ts'

/** Errors that concern the current password: it is missing or wrong. */
const ABOUT_CURRENT = [
  'current_password_required',
  'current_password_invalid',
  'reauthentication_needed',
  'invalid_credentials',
]

type Fields = HTMLFormControlsCollection & { current?: HTMLInputElement; password: HTMLInputElement }

/**
 * Changes the password. Users without one (they signed in with a provider or a code) do not enter a current
 * password.
 */
export function ChangePassword({ session, email }: { session: EmbedSession; email: string | null }) {
  const form = useRef<HTMLFormElement>(null)
  const [open, setOpen] = useState(false)
  const [isFirstPassword, setIsFirstPassword] = useState(false)
  const [problem, setProblem] = useState<unknown>(null)
  const [saved, setSaved] = useState(false)
  const [busy, setBusy] = useState(false)
  const isAboutCurrent = problem instanceof CallError && ABOUT_CURRENT.includes(problem.code)
  const isAboutNew = isAboutPassword(problem)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    const { current, password } = form.current!.elements as Fields
    setBusy(true)
    setProblem(null)
    try {
      await session.ask('PUT', '/user', {
        password: password.value,
        ...(current?.value && { current_password: current.value }),
      })
      setSaved(true)
      setIsFirstPassword(false)
      setOpen(false)
    } catch (why) {
      setProblem(why)
      const about = why instanceof CallError && ABOUT_CURRENT.includes(why.code)
      ;((about && current) || password).focus()
    }
    setBusy(false)
  }

  useEffect(() => {
    // On failure keep the current-password field: the service decides whether it is needed.
    session.ask<{ has_password?: boolean }>('GET', '/user').then(
      (user) => setIsFirstPassword(user.has_password === false),
      () => undefined,
    )
  }, [session])

  const copy = texts.account
  const eye = { showLabel: texts.showPassword, hideLabel: texts.hidePassword }
  return (
    <section className="auth-section">
      <h3>{copy.password}</h3>
      {saved ? <Note tone="ok">{copy.passwordSaved}</Note> : null}
      {open ? (
        <form ref={form} className="auth-form" method="post" onSubmit={submit}>
          {email ? <input type="hidden" name="username" autoComplete="username" value={email} /> : null}
          {problem && !(isAboutCurrent && !isFirstPassword) && !isAboutNew ? (
            <Note tone="danger" title={texts.errors.title} role="alert">
              {errorMessage(problem)}
            </Note>
          ) : null}
          {isFirstPassword ? null : (
            <Field label={copy.current} error={isAboutCurrent ? errorMessage(problem) : undefined}>
              {(control) => (
                <PasswordInput {...control} {...eye} name="current" autoComplete="current-password" />
              )}
            </Field>
          )}
          <Field
            label={texts.newPassword.label}
            hint={texts.newPassword.hint}
            error={isAboutNew ? errorMessage(problem) : undefined}
          >
            {(control) => (
              <PasswordInput {...control} {...eye} name="password" autoComplete="new-password" required />
            )}
          </Field>
          <div className="auth-row">
            <Button type="submit" variant="primary" busy={busy} busyLabel={texts.newPassword.busy}>
              {texts.newPassword.button}
            </Button>
            <Button variant="ghost" onClick={() => setOpen(false)}>
              {copy.cancel}
            </Button>
          </div>
        </form>
      ) : (
        <Button
          onClick={() => {
            setSaved(false)
            setProblem(null)
            setOpen(true)
          }}
        >
          {isFirstPassword ? copy.setPassword : copy.changePassword}
        </Button>
      )}
    </section>
  )
}

import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Button } from '#ui/base/button.tsx'
import { Field } from '#ui/base/field.tsx'
import { Input } from '#ui/base/input.tsx'
import { Note } from '#ui/base/note.tsx'
import { PasswordInput } from '#ui/base/password-input.tsx'
import { Segments } from '#ui/base/segments.tsx'
import { texts } from './texts/en.ts'

type Mode = 'sign-in' | 'sign-up'

const MODES = [
  { value: 'sign-in', label: texts.signIn },
  { value: 'sign-up', label: texts.createAccount },
] as const

interface Fields {
  email: HTMLInputElement
  password: HTMLInputElement
}

export interface AuthFormProps {
  problem: string
  onSubmit: (mode: Mode, email: string, password: string) => Promise<void>
  /** The visitor turned to something else: what went wrong before is no longer news. */
  onChange: () => void
}

/**
 * E-mail and password. The fields are the browser's own, not mirrored in state: what somebody typed before the
 * script woke up, or a password manager filled in, is read where it stands.
 */
export function AuthForm({ problem, onSubmit, onChange }: AuthFormProps) {
  const [mode, setMode] = useState<Mode>('sign-in')
  const [filled, setFilled] = useState(false)
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)

  const read = () => {
    const { email, password } = form.current!.elements as HTMLFormControlsCollection & Fields
    return [email.value.trim(), password.value] as const
  }
  // oxlint-disable-next-line react/set-state-in-effect -- what the browser filled in is there only with the fields
  const look = () => setFilled(read().every((value) => value !== ''))
  useEffect(look, [])

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    await onSubmit(mode, ...read())
    setBusy(false)
  }

  const signIn = mode === 'sign-in'
  return (
    <form ref={form} className="auth-form" method="post" onSubmit={submit} onInput={look}>
      <Segments
        label={texts.mode}
        value={mode}
        options={MODES}
        wide
        onChange={(next) => {
          setMode(next)
          onChange()
        }}
      />
      {problem ? (
        <Note tone="danger" title={texts.errors.title} role="alert">
          {problem}
        </Note>
      ) : null}
      <Field label={texts.email}>
        {(control) => <Input {...control} name="email" type="email" autoComplete="username" required />}
      </Field>
      <Field label={texts.password}>
        {(control) => (
          <PasswordInput
            {...control}
            name="password"
            autoComplete={signIn ? 'current-password' : 'new-password'}
            showLabel={texts.showPassword}
            hideLabel={texts.hidePassword}
            required
          />
        )}
      </Field>
      <Button
        type="submit"
        variant="primary"
        wide
        disabled={!filled}
        busy={busy}
        busyWords={signIn ? texts.signingIn : texts.creatingAccount}
      >
        {signIn ? texts.signIn : texts.createAccount}
      </Button>
    </form>
  )
}

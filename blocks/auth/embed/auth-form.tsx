import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Button } from '#ui/base/button.tsx'
import { Field } from '#ui/base/field.tsx'
import { Input } from '#ui/base/input.tsx'
import { Note } from '#ui/base/note.tsx'
import { PasswordInput } from '#ui/base/password-input.tsx'
import { Segments } from '#ui/base/segments.tsx'
import type { ProviderChoice, Ways } from './data-types.ts'
import { texts } from './texts/spoken.ts'
import { EmailCodeLink, OtherWays, PasskeyButton, ProviderButtons } from './ways.tsx'

export type Mode = 'sign-in' | 'sign-up'

interface Fields {
  email: HTMLInputElement
  password: HTMLInputElement
}

/** What somebody typed: it outlives the form, which makes room for other views. */
export interface Typed {
  mode: Mode
  email: string
  password: string
}

export interface KeptTyped {
  get: () => Typed
  set: (change: Partial<Typed>) => void
}

/** Not state: typing changes nothing that is shown. */
export function keepTyped(): KeptTyped {
  let typed: Typed = { mode: 'sign-in', email: '', password: '' }
  return {
    get: () => typed,
    set(change) {
      typed = { ...typed, ...change }
    },
  }
}

/** What went wrong, at its field or above all of them. */
export interface FormProblem {
  words: string
  field?: 'password'
}

export interface AuthFormProps {
  ways: Ways
  typed: KeptTyped
  problem: FormProblem | null
  onSubmit: (typed: Typed) => Promise<void>
  /** The visitor turned to something else: what went wrong before is no longer news. */
  onChange: () => void
  onForgot: () => void
  onEmailCode: () => void
  onPasskey: () => Promise<void>
  /** Must open its window before anything is awaited. */
  onProvider: (provider: ProviderChoice) => Promise<void>
}

/**
 * E-mail and password. The fields are the browser's own, not mirrored in state: what somebody typed before the
 * script woke up, or a password manager filled in, is read where it stands.
 */
export function AuthForm(props: AuthFormProps) {
  const { ways, typed, problem } = props
  const [mode, setMode] = useState<Mode>(typed.get().mode)
  const [filled, setFilled] = useState(false)
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)

  const fields = () => form.current!.elements as HTMLFormControlsCollection & Fields
  function look() {
    const { email, password } = fields()
    if (!email) return
    typed.set({ email: email.value.trim(), password: password?.value ?? '' })
    setFilled(email.value.trim() !== '' && password?.value !== '')
  }
  // oxlint-disable-next-line react/set-state-in-effect, react/exhaustive-effect-dependencies, react-hooks/exhaustive-deps -- what the browser filled in is there only with the fields, and read once
  useEffect(look, [])
  useEffect(() => {
    if (problem?.field) form.current?.querySelector<HTMLInputElement>(`[name=${problem.field}]`)?.focus()
  }, [problem])

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy || !ways.password) return
    look()
    setBusy(true)
    await props.onSubmit(typed.get())
    setBusy(false)
  }

  /** What was typed goes along, also what was typed before this woke up. */
  const leaveFor = (go: () => void) => () => {
    look()
    go()
  }

  const signIn = mode === 'sign-in'
  const { providers } = ways
  // All of it within the height that is kept free for the block: what else there is shares one line.
  const crowded = ways.password && providers.length > 0
  const toEmailCode = leaveFor(props.onEmailCode)
  return (
    <form ref={form} className="auth-form" method="post" onSubmit={submit} onInput={look}>
      {ways.signUp && ways.password ? (
        <Segments
          label={texts.mode}
          value={mode}
          options={[
            { value: 'sign-in', label: texts.signIn },
            { value: 'sign-up', label: texts.createAccount },
          ]}
          wide
          onChange={(next) => {
            typed.set({ mode: next })
            setMode(next)
            props.onChange()
          }}
        />
      ) : null}
      {problem && !problem.field ? (
        <Note tone="danger" title={texts.errors.title} role="alert">
          {problem.words}
        </Note>
      ) : null}
      {providers.length && !crowded ? (
        <ProviderButtons providers={providers} onChoose={props.onProvider} />
      ) : null}
      {ways.password ? (
        <>
          <Field
            label={texts.email}
            aside={crowded && ways.emailCode ? <EmailCodeLink onEmailCode={toEmailCode} /> : undefined}
          >
            {(control) => (
              <Input
                {...control}
                name="email"
                type="email"
                autoComplete="username"
                defaultValue={typed.get().email}
                required
              />
            )}
          </Field>
          <Field
            label={texts.password}
            error={problem?.field ? problem.words : undefined}
            aside={
              signIn ? (
                <button type="button" className="auth-link" onClick={leaveFor(props.onForgot)}>
                  {texts.ways.forgot}
                </button>
              ) : undefined
            }
          >
            {(control) => (
              <PasswordInput
                {...control}
                name="password"
                autoComplete={signIn ? 'current-password' : 'new-password'}
                showLabel={texts.showPassword}
                hideLabel={texts.hidePassword}
                defaultValue={typed.get().password}
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
        </>
      ) : null}
      {crowded ? (
        <ProviderButtons providers={providers} together onChoose={props.onProvider}>
          {ways.passkeys ? <PasskeyButton sign onPasskey={props.onPasskey} /> : null}
        </ProviderButtons>
      ) : (
        <OtherWays ways={ways} onEmailCode={toEmailCode} onPasskey={props.onPasskey} />
      )}
    </form>
  )
}

import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Button } from '#ui/base/button.tsx'
import { Field } from '#ui/base/field.tsx'
import { Input } from '#ui/base/input.tsx'
import { Note } from '#ui/base/note.tsx'
import { PasswordInput } from '#ui/base/password-input.tsx'
import { Segments } from '#ui/base/segments.tsx'
import type { ProviderChoice, SignInMethods } from './data-types.ts'
import { texts } from './texts/spoken.ts'
import { EmailCodeLink, OtherMethods, PasskeyButton, ProviderButtons } from './sign-in-methods.tsx'

export type Mode = 'sign-in' | 'sign-up'

interface Fields {
  email: HTMLInputElement
  password: HTMLInputElement
}

/** What the visitor typed. It outlives the form, which unmounts when another view is shown. */
export interface FormDraft {
  mode: Mode
  email: string
  password: string
}

export interface FormDraftStore {
  get: () => FormDraft
  set: (change: Partial<FormDraft>) => void
}

/** Not React state: typing does not change what is rendered. */
export function createFormDraftStore(): FormDraftStore {
  let typed: FormDraft = { mode: 'sign-in', email: '', password: '' }
  return {
    get: () => typed,
    set(change) {
      typed = { ...typed, ...change }
    },
  }
}

/** An error, shown at its field or above all fields. */
export interface FormProblem {
  message: string
  field?: 'password'
}

export interface AuthFormProps {
  ways: SignInMethods
  typed: FormDraftStore
  problem: FormProblem | null
  onSubmit: (typed: FormDraft) => Promise<void>
  /** The visitor changed the mode, so an earlier error no longer applies. */
  onChange: () => void
  onForgot: () => void
  onEmailCode: () => void
  onPasskey: () => Promise<void>
  /** Must open its window before the first await. */
  onProvider: (provider: ProviderChoice) => Promise<void>
}

/**
 * The email and password form. Its inputs are uncontrolled, so text typed before hydration or filled in by a
 * password manager is read from the inputs themselves.
 */
export function AuthForm(props: AuthFormProps) {
  const { ways, typed, problem } = props
  const [mode, setMode] = useState<Mode>(typed.get().mode)
  const [filled, setFilled] = useState(false)
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)

  const fields = () => form.current!.elements as HTMLFormControlsCollection & Fields
  function readFields() {
    const { email, password } = fields()
    if (!email) return
    typed.set({ email: email.value.trim(), password: password?.value ?? '' })
    setFilled(email.value.trim() !== '' && password?.value !== '')
  }
  // oxlint-disable-next-line react/set-state-in-effect, react/exhaustive-effect-dependencies, react-hooks/exhaustive-deps -- autofilled values exist only once the inputs do, and are read once
  useEffect(readFields, [])
  useEffect(() => {
    if (problem?.field) form.current?.querySelector<HTMLInputElement>(`[name=${problem.field}]`)?.focus()
  }, [problem])

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy || !ways.password) return
    readFields()
    setBusy(true)
    await props.onSubmit(typed.get())
    setBusy(false)
  }

  /** Stores what was typed, including text typed before hydration, and then switches the view. */
  const storeAndGo = (go: () => void) => () => {
    readFields()
    go()
  }

  const signIn = mode === 'sign-in'
  const { providers } = ways
  // Everything must fit the reserved height, so the alternatives to the password share one line.
  const crowded = ways.password && providers.length > 0
  const toEmailCode = storeAndGo(props.onEmailCode)
  return (
    <form ref={form} className="auth-form" method="post" onSubmit={submit} onInput={readFields}>
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
          {problem.message}
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
            error={problem?.field ? problem.message : undefined}
            aside={
              signIn ? (
                <button type="button" className="auth-link" onClick={storeAndGo(props.onForgot)}>
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
            busyLabel={signIn ? texts.signingIn : texts.creatingAccount}
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
        <OtherMethods ways={ways} onEmailCode={toEmailCode} onPasskey={props.onPasskey} />
      )}
    </form>
  )
}

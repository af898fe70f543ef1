import { type FormEvent, useRef, useState } from 'react'
import { Field } from '#ui/base/field.tsx'
import { Input } from '#ui/base/input.tsx'
import { PasswordInput } from '#ui/base/password-input.tsx'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { toast } from '#ui/toasts/toast.ts'
import { useAuth } from '../session/session.tsx'
import { authErrorText } from './auth-errors.ts'
import { EmailedCode } from './emailed-code.tsx'
import { OtherSignInMethods } from './other-sign-in-methods.tsx'

const TEXTS = {
  signIn: {
    title: 'Welcome back',
    lead: 'Sign in to your Studio.',
    act: 'Sign In',
    busy: 'Signing in...',
    failed: 'Sign in failed',
    question: 'New here?',
    other: 'Create account',
  },
  signUp: {
    title: 'Create account',
    lead: 'Free plan, no card needed.',
    act: 'Sign Up',
    busy: 'Creating account...',
    failed: 'Sign up failed',
    question: 'Already have an account?',
    other: 'Sign In',
  },
}

export interface AuthFormProps {
  signUp: boolean
  email: string
  onEmail: (email: string) => void
  /** Path to navigate to after signing in. */
  next: string
  onShow: (side: 'sign-in' | 'sign-up' | 'forgot' | 'code') => void
}

/**
 * The sign-in and sign-up form of /auth. Input is kept when the user switches sides or the server rejects it.
 */
export function AuthForm({ signUp, email, onEmail, next, onShow }: AuthFormProps) {
  const auth = useAuth()
  const [password, setPassword] = useState('')
  const [missing, setMissing] = useState<{ email?: string; password?: string }>({})
  const [failure, setFailure] = useState<string>()
  const [emailedTo, setEmailedTo] = useState<string>()
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const texts = signUp ? TEXTS.signUp : TEXTS.signIn

  async function send() {
    if (!signUp) return auth.signIn(email.trim(), password)
    const { error, signedIn } = await auth.signUp(email.trim(), password, next)
    if (!error && !signedIn) {
      setEmailedTo(email.trim())
      toast.success('Please check your email for verification link.')
    }
    return { error }
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    const errors = {
      email: email.trim() ? undefined : 'Enter your email.',
      password: password ? undefined : 'Enter your password.',
    }
    setMissing(errors)
    setFailure(undefined)
    const firstInvalid = errors.email ? 'email' : errors.password ? 'password' : undefined
    if (firstInvalid) return form.current?.querySelector<HTMLInputElement>(`[name=${firstInvalid}]`)?.focus()
    setBusy(true)
    const { error } = await send().catch(() => ({ error: {} }))
    setBusy(false)
    if (!error) return
    setFailure(authErrorText(error))
    toast.error(texts.failed, authErrorText(error))
  }

  if (emailedTo && signUp)
    return (
      <EmailedCode
        email={emailedTo}
        type="email"
        resend={() => auth.resend(emailedTo, next)}
        onBack={() => setEmailedTo(undefined)}
      >
        We sent a confirmation link and a code to{' '}
        <strong className="font-medium wrap-anywhere text-text">{emailedTo}</strong>.
      </EmailedCode>
    )

  return (
    <>
      <h1 className="text-title">{texts.title}</h1>
      <p className="mt-1 text-lead text-text-2">{texts.lead}</p>
      <form
        ref={form}
        noValidate
        className="mt-6 flex flex-col gap-4"
        onSubmit={(event) => void submit(event)}
      >
        <Field label="Email" error={missing.email}>
          {(control) => (
            <Input
              {...control}
              size="large"
              name="email"
              type="email"
              autoComplete="username"
              required
              value={email}
              onChange={(event) => onEmail(event.currentTarget.value)}
            />
          )}
        </Field>
        <Field
          label="Password"
          error={missing.password}
          hint={signUp ? 'At least 8 characters. Several unrelated words are best.' : undefined}
          aside={
            signUp ? undefined : (
              <button
                type="button"
                className="link cursor-pointer text-small"
                onClick={() => onShow('forgot')}
              >
                Forgot password?
              </button>
            )
          }
        >
          {(control) => (
            <PasswordInput
              {...control}
              size="large"
              name="password"
              autoComplete={signUp ? 'new-password' : 'current-password'}
              required
              showLabel="Show password"
              hideLabel="Hide password"
              value={password}
              onChange={(event) => setPassword(event.currentTarget.value)}
            />
          )}
        </Field>
        {failure ? <Notice tone="danger">{failure}</Notice> : null}
        <Button type="submit" variant="primary" size="large" wide busy={busy} busyLabel={texts.busy}>
          {texts.act}
        </Button>
      </form>
      <OtherSignInMethods signUp={signUp} next={next} onEmailCode={() => onShow('code')} />
      <p className="mt-6 text-text-2">
        {texts.question}{' '}
        <button
          type="button"
          className="link cursor-pointer"
          onClick={() => {
            setFailure(undefined)
            setMissing({})
            onShow(signUp ? 'sign-in' : 'sign-up')
          }}
        >
          {texts.other}
        </button>
      </p>
    </>
  )
}

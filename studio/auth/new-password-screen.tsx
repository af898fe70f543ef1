import { type FormEvent, useState } from 'react'
import { Navigate, useNavigate, useSearchParams } from 'react-router'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { SpinnerScreen } from '#ui/spinner-screen.tsx'
import { toast } from '#ui/toasts/toast.ts'
import { authClient } from '../session/auth-client.ts'
import { safeReturnPath } from '../routing/safe-return-path.ts'
import type { SignedInUser } from '../session/session-context.ts'
import { useAuth } from '../session/session.tsx'
import { passwordRefusals } from './auth-errors.ts'
import { AuthFrame } from './auth-frame.tsx'
import { AuthHead } from './auth-head.tsx'
import { NewPasswordField } from './new-password-field.tsx'
import { useStepUp } from './step-up.tsx'
import { useAction } from './use-action.ts'
import { useFirstFocus } from './use-first-focus.ts'

/** Chooses a new password: after a reset email, or when the owner has not set one yet. */
export default function NewPasswordScreen() {
  const { loading, user, pendingUser, passwordDue } = useAuth()
  const [query] = useSearchParams()
  const next = safeReturnPath(query.get('next'))
  if (loading) return <SpinnerScreen label="Loading..." />
  const back = encodeURIComponent(next)
  if (pendingUser) return <Navigate to={`/auth?next=${back}`} replace />
  if (!user) return <Navigate to={`/auth?mode=forgot&next=${back}`} replace />
  return (
    <AuthFrame>
      <ChoosePassword user={user} first={passwordDue === 'first'} next={next} />
    </AuthFrame>
  )
}

function ChoosePassword({ user, next, ...props }: { user: SignedInUser; first: boolean; next: string }) {
  // Keep the initial value, so that the text does not change while the screen closes.
  const [first] = useState(props.first)
  const navigate = useNavigate()
  const field = useFirstFocus()
  const [password, setPassword] = useState('')
  const [fieldError, setFieldError] = useState<string>()
  const [reasons, setReasons] = useState<string[]>([])
  const { busy, failure, run } = useAction()
  const { withProof, dialog } = useStepUp()

  async function save(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    setFieldError(password ? undefined : 'Enter a password.')
    setReasons([])
    if (!password) return field.current?.focus()
    const saved = await run(() =>
      withProof(async (proof) => {
        const result = await (await authClient()).updateUser({ password, ...proof })
        setReasons(passwordRefusals(result.error))
        return result
      }),
    )
    if (!saved) return field.current?.focus()
    // The stored session may still say that a password is due; a refreshed one does not.
    if (first) await (await authClient()).refreshSession()
    toast.success('Your password has been set.')
    await navigate(next, { replace: true })
  }

  return (
    <>
      <AuthHead title={first ? 'Choose a password' : 'Choose a new password'}>
        {first
          ? 'Your email is confirmed. For your security, replace the password that was set before.'
          : "You're signed in. Choose a password you haven't used here before."}
      </AuthHead>
      <form noValidate className="mt-6 flex flex-col gap-4" onSubmit={(event) => void save(event)}>
        {/* Lets password managers save the new password for the right account. */}
        <input type="hidden" name="username" autoComplete="username" value={user.email} readOnly />
        <NewPasswordField
          ref={field}
          size="large"
          value={password}
          email={user.email}
          error={fieldError}
          onChange={setPassword}
        />
        {failure ? (
          <Notice tone="danger" role="alert">
            {failure}
            {reasons.length > 1 ? (
              <ul className="mt-1 list-disc pl-4">
                {reasons.map((reason) => (
                  <li key={reason}>{reason}</li>
                ))}
              </ul>
            ) : null}
          </Notice>
        ) : null}
        <Button type="submit" variant="primary" size="large" wide busy={busy} busyLabel="Saving...">
          Save password
        </Button>
      </form>
      {dialog}
    </>
  )
}

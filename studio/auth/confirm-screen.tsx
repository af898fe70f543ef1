import type { EmailOtpType } from '@supabase/auth-js'
import { type FormEvent, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { Field } from '#ui/base/field.tsx'
import { Input } from '#ui/base/input.tsx'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { toast } from '#ui/toast.ts'
import { safeReturnPath } from '../safe-return-path.ts'
import { useAuth } from '../session.tsx'
import { authErrorText } from './auth-errors.ts'
import { AuthFrame } from './auth-frame.tsx'

const TYPES: readonly EmailOtpType[] = ['signup', 'email', 'invite', 'magiclink', 'recovery', 'email_change']

/**
 * Where the link in a confirmation mail leads. Only its button uses the code up, so that a mail scanner that
 * opens the link does not.
 */
export default function ConfirmScreen() {
  const [query] = useSearchParams()
  const [failed, setFailed] = useState(false)
  const [failure, setFailure] = useState<string>()
  const [busy, setBusy] = useState(false)
  const auth = useAuth()
  const navigate = useNavigate()
  const tokenHash = query.get('token_hash')
  const type = TYPES.find((each) => each === query.get('type'))

  async function confirm(hash: string, kind: EmailOtpType) {
    setBusy(true)
    setFailure(undefined)
    const { error } = await auth.confirm(hash, kind).catch(() => ({ error: { status: 0 } }))
    setBusy(false)
    if (!error) return navigate(safeReturnPath(query.get('next')), { replace: true })
    // A refused code stays refused; anything else (no connection, too many tries) can be tried again.
    if (error.status === 403 || error.status === 400) setFailed(true)
    else setFailure(authErrorText('message' in error ? error : null))
  }

  if (failed || !tokenHash || !type)
    return (
      <AuthFrame>
        <h1 className="text-title">This link is invalid or has expired</h1>
        <p className="mt-2 text-lead text-text-2">
          A link works once and for a limited time. Enter your email and we send you a new one.
        </p>
        <NewLinkForm />
      </AuthFrame>
    )

  return (
    <AuthFrame>
      <h1 className="text-title">One more step</h1>
      <p className="mt-2 text-lead text-text-2">
        Confirm that this email address is yours, and your account is ready.
      </p>
      <div className="mt-6 flex flex-col gap-4">
        {failure ? (
          <Notice tone="danger" role="alert">
            {failure}
          </Notice>
        ) : null}
        <Button
          variant="primary"
          size="large"
          wide
          busy={busy}
          busyWords="Confirming..."
          onClick={() => void confirm(tokenHash, type)}
        >
          Confirm your email
        </Button>
      </div>
    </AuthFrame>
  )
}

function NewLinkForm() {
  const auth = useAuth()
  const [email, setEmail] = useState('')
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)

  async function send(event: FormEvent) {
    event.preventDefault()
    if (!email.trim()) return setError('Enter your email.')
    setBusy(true)
    const answer = await auth.resend(email.trim()).catch(() => ({ error: {} }))
    setBusy(false)
    setError(answer.error ? authErrorText(answer.error) : undefined)
    if (!answer.error) toast.success('If this address waits for confirmation, a new link is on its way.')
  }

  return (
    <form noValidate className="mt-6 flex flex-col gap-4" onSubmit={(event) => void send(event)}>
      <Field label="Email" error={error}>
        {(control) => (
          <Input
            {...control}
            size="large"
            type="email"
            autoComplete="username"
            required
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
        )}
      </Field>
      <Button type="submit" variant="primary" size="large" wide busy={busy} busyWords="Sending...">
        Send a new link
      </Button>
    </form>
  )
}

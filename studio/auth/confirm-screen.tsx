import type { EmailOtpType } from '@supabase/auth-js'
import { useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { buttonLook } from '#ui/base/button.tsx'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { safeReturnPath } from '../safe-return-path.ts'
import type { Confirmed } from '../session-context.ts'
import { useAuth } from '../session.tsx'
import { authErrorText } from './auth-errors.ts'
import { AuthFrame } from './auth-frame.tsx'
import { AuthHead } from './auth-head.tsx'
import { NewMail } from './new-mail.tsx'

interface Letter {
  title: string
  lead: string
  act: string
  busy: string
}

const ADDRESS: Letter = {
  title: 'One more step',
  lead: 'Confirm that this email address is yours, and your account is ready.',
  act: 'Confirm your email',
  busy: 'Confirming...',
}

/** What each kind of mail is about. */
const LETTERS: Partial<Record<EmailOtpType, Letter>> = {
  signup: ADDRESS,
  email: ADDRESS,
  invite: {
    title: 'You are invited',
    lead: 'Accept the invitation, and your account is ready.',
    act: 'Accept the invitation',
    busy: 'Accepting...',
  },
  magiclink: {
    title: 'Sign in to your Studio',
    lead: 'You asked for a link to sign in with. It works once.',
    act: 'Sign In',
    busy: 'Signing in...',
  },
  recovery: {
    title: 'Choose a new password',
    lead: 'You asked to reset your password. Go on, and choose a new one.',
    act: 'Continue',
    busy: 'Checking...',
  },
  email_change: {
    title: 'Change your email',
    lead: 'Confirm that your account moves from one address to the other.',
    act: 'Confirm the change',
    busy: 'Confirming...',
  },
}

const isType = (value: string | null): value is EmailOtpType =>
  value !== null && Object.hasOwn(LETTERS, value)

/**
 * Where the link in a mail leads. Only its button uses the code up, so that a mail scanner that opens the link does
 * not. Without a usable link, the six digits of the mail do the same.
 */
export default function ConfirmScreen() {
  const [query] = useSearchParams()
  const [state, setState] = useState<'asked' | 'refused' | 'half' | 'elsewhere'>('asked')
  const [failure, setFailure] = useState<string>()
  const [busy, setBusy] = useState(false)
  const auth = useAuth()
  const navigate = useNavigate()
  const tokenHash = query.get('token_hash')
  const type = query.get('type')
  const next = safeReturnPath(query.get('next'))

  function goOn({ signedIn, elsewhere }: Confirmed) {
    if (elsewhere) return setState('elsewhere')
    if (!signedIn) return setState('half')
    // /auth knows the rest: a second step, a new password, or the way on.
    return navigate(`/auth?next=${encodeURIComponent(next)}`, { replace: true })
  }

  async function confirm(hash: string, kind: EmailOtpType) {
    setBusy(true)
    setFailure(undefined)
    const answer = await auth.confirm(hash, kind).catch(() => undefined)
    setBusy(false)
    if (answer && !answer.error) return goOn(answer)
    // A refused code stays refused; anything else (no connection, too many tries) can be tried again.
    if (answer?.error?.status === 403 || answer?.error?.status === 400) setState('refused')
    else setFailure(authErrorText(answer?.error))
  }

  if (state === 'half')
    return (
      <AuthFrame>
        <AuthHead title="Now the other mailbox">
          This address has agreed. Open the mail in the other mailbox and confirm there too; your email
          changes then.
        </AuthHead>
        <div className="mt-6">
          <Link {...buttonLook({ size: 'large' })} to={next}>
            Back to your account
          </Link>
        </div>
      </AuthFrame>
    )

  if (state === 'elsewhere')
    return (
      <AuthFrame>
        <AuthHead title="Done">
          This was asked for in another browser, so it does not sign you in here. Sign in to go on.
        </AuthHead>
        <div className="mt-6">
          <Link
            {...buttonLook({ variant: 'primary', size: 'large', wide: true })}
            to={`/auth?next=${encodeURIComponent(next)}`}
          >
            Sign In
          </Link>
        </div>
      </AuthFrame>
    )

  if (state === 'refused' || !tokenHash || !isType(type))
    return (
      <AuthFrame>
        <NewMail recovery={type === 'recovery'} next={next} onConfirmed={goOn} />
      </AuthFrame>
    )

  const letter = LETTERS[type]!
  return (
    <AuthFrame>
      <AuthHead title={letter.title}>{letter.lead}</AuthHead>
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
          busyWords={letter.busy}
          onClick={() => void confirm(tokenHash, type)}
        >
          {letter.act}
        </Button>
      </div>
    </AuthFrame>
  )
}

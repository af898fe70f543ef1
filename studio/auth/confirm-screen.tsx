import type { EmailOtpType } from '@supabase/auth-js'
import { useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { buttonStyle } from '#ui/base/button.tsx'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { safeReturnPath } from '../routing/safe-return-path.ts'
import type { ConfirmResult } from '../session/session-context.ts'
import { useAuth } from '../session/session.tsx'
import { authErrorText } from './auth-errors.ts'
import { AuthFrame } from './auth-frame.tsx'
import { AuthHead } from './auth-head.tsx'
import { ExpiredLink } from './expired-link.tsx'

interface EmailTexts {
  title: string
  lead: string
  act: string
  busy: string
}

const CONFIRM_EMAIL: EmailTexts = {
  title: 'One more step',
  lead: 'Confirm that this email address is yours to activate your account.',
  act: 'Confirm your email',
  busy: 'Confirming...',
}

/** Texts for each type of email. */
const TEXTS: Partial<Record<EmailOtpType, EmailTexts>> = {
  signup: CONFIRM_EMAIL,
  email: CONFIRM_EMAIL,
  invite: {
    title: "You're invited",
    lead: 'Accept the invitation to activate your account.',
    act: 'Accept the invitation',
    busy: 'Accepting...',
  },
  magiclink: {
    title: 'Sign in to your Studio',
    lead: 'You requested a sign-in link. It works once.',
    act: 'Sign In',
    busy: 'Signing in...',
  },
  recovery: {
    title: 'Choose a new password',
    lead: 'You asked to reset your password. Continue to choose a new one.',
    act: 'Continue',
    busy: 'Checking...',
  },
  email_change: {
    title: 'Change your email',
    lead: "Confirm that you want to change your account's email.",
    act: 'Confirm the change',
    busy: 'Confirming...',
  },
}

const isType = (value: string | null): value is EmailOtpType => value !== null && Object.hasOwn(TEXTS, value)

/**
 * The page that links in emails open. The code is redeemed only when the user presses the button, so an email
 * scanner that opens the link does not consume it. Without a valid link, the user can enter the six-digit
 * code instead.
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

  function proceed({ signedIn, elsewhere }: ConfirmResult) {
    if (elsewhere) return setState('elsewhere')
    if (!signedIn) return setState('half')
    // /auth decides what comes next: a second step, a new password or the return path.
    return navigate(`/auth?next=${encodeURIComponent(next)}`, { replace: true })
  }

  async function confirm(hash: string, kind: EmailOtpType) {
    setBusy(true)
    setFailure(undefined)
    const result = await auth.confirm(hash, kind).catch(() => undefined)
    setBusy(false)
    if (result && !result.error) return proceed(result)
    // A rejected code stays rejected; any other failure (no connection, too many attempts) can be retried.
    if (result?.error?.status === 403 || result?.error?.status === 400) setState('refused')
    else setFailure(authErrorText(result?.error))
  }

  if (state === 'half')
    return (
      <AuthFrame>
        <AuthHead title="Confirm in your other mailbox">
          This address is confirmed. Open the email in your other mailbox and confirm there too to change your
          email.
        </AuthHead>
        <div className="mt-6">
          <Link {...buttonStyle({ size: 'large' })} to={next}>
            Back to your account
          </Link>
        </div>
      </AuthFrame>
    )

  if (state === 'elsewhere')
    return (
      <AuthFrame>
        <AuthHead title="Done">
          You started this in another browser, so you aren't signed in here. Sign in to continue.
        </AuthHead>
        <div className="mt-6">
          <Link
            {...buttonStyle({ variant: 'primary', size: 'large', wide: true })}
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
        <ExpiredLink recovery={type === 'recovery'} next={next} onConfirmed={proceed} />
      </AuthFrame>
    )

  const texts = TEXTS[type]!
  return (
    <AuthFrame>
      <AuthHead title={texts.title}>{texts.lead}</AuthHead>
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
          busyLabel={texts.busy}
          onClick={() => void confirm(tokenHash, type)}
        >
          {texts.act}
        </Button>
      </div>
    </AuthFrame>
  )
}

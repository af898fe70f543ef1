import { useState } from 'react'
import { returnUrl } from '../session/auth-actions.ts'
import { emailAuthClient } from '../session/auth-client.ts'
import type { ConfirmResult } from '../session/session-context.ts'
import { useAuth } from '../session/session.tsx'
import { AuthHead } from './auth-head.tsx'
import { EmailForm } from './email-form.tsx'
import { EmailedCode } from './emailed-code.tsx'

export interface ExpiredLinkProps {
  /** Whether the link was for a password reset. */
  recovery: boolean
  next: string
  onConfirmed: (result: ConfirmResult) => void
}

/** Shown for an invalid or expired link. The user requests a new email or enters a code they already have. */
export function ExpiredLink({ recovery, next, onConfirmed }: ExpiredLinkProps) {
  const auth = useAuth()
  const [email, setEmail] = useState('')
  const [step, setStep] = useState<'ask' | 'code'>('ask')
  const address = email.trim()

  async function send(to: string) {
    if (!recovery) return auth.resend(to, next)
    return (await emailAuthClient()).resetPasswordForEmail(to, { redirectTo: returnUrl(next) })
  }

  if (step === 'code')
    return (
      <EmailedCode
        email={address}
        type={recovery ? 'recovery' : 'email'}
        resend={() => send(address)}
        onBack={() => setStep('ask')}
        onConfirmed={onConfirmed}
      >
        If {address} is waiting for confirmation, we've sent it a new link and code.
      </EmailedCode>
    )
  return (
    <>
      <AuthHead title="This link is invalid or has expired">
        Links work once and expire. Enter your email and we'll send you a new one.
      </AuthHead>
      <EmailForm
        email={email}
        onEmail={setEmail}
        act="Send a new link"
        send={send}
        onSent={() => setStep('code')}
      />
      {address ? (
        <p className="mt-6 text-text-2">
          <button type="button" className="link cursor-pointer" onClick={() => setStep('code')}>
            I already have a code
          </button>
        </p>
      ) : null}
    </>
  )
}

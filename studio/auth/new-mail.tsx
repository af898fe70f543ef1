import { useState } from 'react'
import { returnTo } from '../auth-acts.ts'
import { mailClient } from '../auth-client.ts'
import type { Confirmed } from '../session-context.ts'
import { useAuth } from '../session.tsx'
import { AuthHead } from './auth-head.tsx'
import { EmailForm } from './email-form.tsx'
import { MailedCode } from './mailed-code.tsx'

export interface NewMailProps {
  /** The link was for a new password. */
  recovery: boolean
  next: string
  onConfirmed: (answer: Confirmed) => void
}

/** For a link that does not work any more: another mail, or the digits of the one that is there. */
export function NewMail({ recovery, next, onConfirmed }: NewMailProps) {
  const auth = useAuth()
  const [email, setEmail] = useState('')
  const [step, setStep] = useState<'ask' | 'code'>('ask')
  const address = email.trim()

  async function send(to: string) {
    if (!recovery) return auth.resend(to, next)
    return (await mailClient()).resetPasswordForEmail(to, { redirectTo: returnTo(next) })
  }

  if (step === 'code')
    return (
      <MailedCode
        email={address}
        type={recovery ? 'recovery' : 'email'}
        resend={() => send(address)}
        onBack={() => setStep('ask')}
        onConfirmed={onConfirmed}
      >
        If {address} waits for it, a new link and a code are on their way.
      </MailedCode>
    )
  return (
    <>
      <AuthHead title="This link is invalid or has expired">
        A link works once and for a limited time. Enter your email and we send you a new one.
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
            I have a code already
          </button>
        </p>
      ) : null}
    </>
  )
}

import { useState } from 'react'
import { returnUrl } from '../session/auth-actions.ts'
import { emailAuthClient } from '../session/auth-client.ts'
import type { AuthResult } from '../session/session-context.ts'
import { AuthHead } from './auth-head.tsx'
import { EmailForm } from './email-form.tsx'
import { EmailedCode } from './emailed-code.tsx'

export interface EmailSignInProps {
  email: string
  onEmail: (email: string) => void
  /** Path to navigate to after signing in. */
  next: string
  /** Returns to sign-in with a password. */
  onBack: () => void
}

const SIDES = {
  forgot: {
    title: 'Reset your password',
    lead: "We'll email you a reset link and code.",
    act: 'Send email',
    type: 'recovery',
    sent: "If an account exists, we've sent a link and a code to",
    send: async (email: string, next: string): AuthResult => {
      const client = await emailAuthClient()
      return client.resetPasswordForEmail(email, { redirectTo: returnUrl(next) })
    },
  },
  code: {
    title: 'Sign in by email',
    lead: "We'll email you a link and a code. No password needed.",
    act: 'Email me a code',
    type: 'email',
    sent: 'We sent a link and a code to',
    send: async (email: string, next: string): AuthResult => {
      const client = await emailAuthClient()
      return client.signInWithOtp({ email, options: { emailRedirectTo: returnUrl(next) } })
    },
  },
} as const

/** The two email flows: resetting the password, and signing in with a link or code. */
export function EmailSignIn({
  side,
  email,
  onEmail,
  next,
  onBack,
}: EmailSignInProps & { side: 'forgot' | 'code' }) {
  const [sentTo, setSentTo] = useState<string>()
  const { title, lead, act, type, sent, send } = SIDES[side]
  if (sentTo)
    return (
      <EmailedCode
        email={sentTo}
        type={type}
        resend={() => send(sentTo, next)}
        onBack={() => setSentTo(undefined)}
      >
        {sent} <strong className="font-medium wrap-anywhere text-text">{sentTo}</strong>.
      </EmailedCode>
    )
  return (
    <>
      <AuthHead title={title}>{lead}</AuthHead>
      <EmailForm
        email={email}
        onEmail={onEmail}
        act={act}
        send={(address) => send(address, next)}
        onSent={() => setSentTo(email.trim())}
      />
      <p className="mt-6 text-text-2">
        <button type="button" className="link cursor-pointer" onClick={onBack}>
          Back to sign in
        </button>
      </p>
    </>
  )
}

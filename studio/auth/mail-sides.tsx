import { useState } from 'react'
import { returnTo } from '../auth-acts.ts'
import { mailClient } from '../auth-client.ts'
import type { AuthResult } from '../session-context.ts'
import { AuthHead } from './auth-head.tsx'
import { EmailForm } from './email-form.tsx'
import { MailedCode } from './mailed-code.tsx'

export interface MailSideProps {
  email: string
  onEmail: (email: string) => void
  /** Path to go on to afterwards. */
  next: string
  /** Back to signing in with a password. */
  onBack: () => void
}

const SIDES = {
  forgot: {
    title: 'Reset your password',
    lead: 'You get a mail with a link and a code to choose a new password.',
    act: 'Send the mail',
    type: 'recovery',
    sent: 'If there is an account for it, a link and a code are on their way to',
    send: async (email: string, next: string): AuthResult => {
      const client = await mailClient()
      return client.resetPasswordForEmail(email, { redirectTo: returnTo(next) })
    },
  },
  code: {
    title: 'Sign in by email',
    lead: 'You get a mail with a link and a code. No password needed.',
    act: 'Email me a code',
    type: 'email',
    sent: 'A link and a code are on their way to',
    send: async (email: string, next: string): AuthResult => {
      const client = await mailClient()
      return client.signInWithOtp({ email, options: { emailRedirectTo: returnTo(next) } })
    },
  },
} as const

/** The two ways in that go by mail: a new password, and a link or code instead of one. */
export function MailSide({
  side,
  email,
  onEmail,
  next,
  onBack,
}: MailSideProps & { side: 'forgot' | 'code' }) {
  const [sentTo, setSentTo] = useState<string>()
  const { title, lead, act, type, sent, send } = SIDES[side]
  if (sentTo)
    return (
      <MailedCode
        email={sentTo}
        type={type}
        resend={() => send(sentTo, next)}
        onBack={() => setSentTo(undefined)}
      >
        {sent} <strong className="font-medium wrap-anywhere text-text">{sentTo}</strong>.
      </MailedCode>
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

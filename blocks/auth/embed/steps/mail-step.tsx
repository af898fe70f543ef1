import '../steps.css'
import { useEffect, useRef, useState } from 'react'
import type { EmbedSession } from '#kernel/browser/embed-page.ts'
import { texts } from '../texts/spoken.ts'
import { AskAddress } from './ask-address.tsx'
import { EnterCode } from './enter-code.tsx'
import { NewPassword } from './new-password.tsx'
import { SecondStep } from './second-step.tsx'

/** Purpose of the email: a new account, signing in, or a new password. */
export type MailKind = 'signup' | 'email' | 'recovery'

export interface MailStepProps {
  session: EmbedSession
  kind: MailKind
  /** The address typed in the form. */
  email: string
  /** Where the email's link finally leads. */
  target: () => Promise<string>
  onBack: () => void
  /** Called when signed in, or when a second factor is pending. */
  onDone: () => void
  /** Called when the visitor signed in in another frame or tab, where the email's link led. */
  onSignedInElsewhere: () => void
}

/** The request that sends each kind of email. */
const CALLS: Record<MailKind, (email: string) => [path: string, body: object]> = {
  signup: (email) => ['/resend', { type: 'signup', email }],
  email: (email) => ['/otp', { email, create_user: true }],
  recovery: (email) => ['/recover', { email }],
}

/**
 * All steps that involve an email: requesting it, entering its code, and choosing a password where one is
 * needed.
 */
export function MailStep(props: MailStepProps) {
  const { session, kind, email: typed, target, onBack, onDone, onSignedInElsewhere } = props
  const [stage, setStage] = useState<'ask' | 'sent' | 'second' | 'password'>(
    kind === 'signup' ? 'sent' : 'ask',
  )
  const [email, setEmail] = useState(typed)
  /** Whether a code typed here is signing in. This step then continues, possibly to a password. */
  const redeeming = useRef(false)
  const waiting = stage === 'ask' || stage === 'sent'
  useEffect(
    () =>
      waiting ? session.subscribe((user) => user && !redeeming.current && onSignedInElsewhere()) : undefined,
    [session, waiting, onSignedInElsewhere],
  )

  async function send(address: string) {
    const [path, body] = CALLS[kind](address)
    await session.ask('POST', `${path}?redirect_to=${encodeURIComponent(await target())}`, body)
  }

  async function redeem(code: string) {
    redeeming.current = true
    const { told } = await session
      .enter('/verify', { type: kind, email, token: code })
      .finally(() => (redeeming.current = false))
    const password = kind === 'recovery' || told['password_needed'] === true
    if (!password) onDone()
    else setStage(session.owed ? 'second' : 'password')
  }

  if (stage === 'second') return <SecondStep session={session} onDone={() => setStage('password')} />
  if (stage === 'password')
    return (
      <NewPassword
        session={session}
        email={email}
        title={kind === 'recovery' ? texts.newPassword.title : texts.newPassword.first}
        onDone={onDone}
      />
    )
  if (stage === 'ask')
    return (
      <AskAddress
        copy={kind === 'recovery' ? texts.forgotten : texts.emailCode}
        email={email}
        send={async (address) => {
          await send(address)
          setEmail(address)
          setStage('sent')
        }}
        onBack={onBack}
      />
    )
  const about = {
    signup: texts.checkEmail.text,
    email: texts.emailCode.sentText(email),
    recovery: texts.forgotten.sentText(email),
  }
  return (
    <EnterCode
      title={texts.checkEmail.title}
      text={about[kind]}
      button={kind === 'email' ? texts.signIn : texts.checkEmail.button}
      redeem={redeem}
      again={() => send(email)}
      onBack={onBack}
    />
  )
}

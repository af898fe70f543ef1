import '../steps.css'
import { type FormEvent, useRef, useState } from 'react'
import type { EmbedFactor, EmbedSession } from '#kernel/browser/embed-page.ts'
import { Button } from '#ui/base/button.tsx'
import { Field } from '#ui/base/field.tsx'
import { Input } from '#ui/base/input.tsx'
import { Note } from '#ui/base/note.tsx'
import { errorMessage } from '../error-message.ts'
import { useFocusedHeading } from '../focus-heading.ts'
import { texts } from '../texts/spoken.ts'
import { sendTextMessage, proveByCode, proveByKey, proveByRecoveryCode } from './factor-proofs.ts'

type Type = EmbedFactor['type']

export interface SecondStepProps {
  session: EmbedSession
  onDone: () => void
}

/** The order in which factors are offered. */
const ORDER: Type[] = ['totp', 'webauthn', 'phone', 'recovery_code']

/** Asks for the second factor of an account that requires one. Until then the visitor is not signed in. */
export function SecondStep({ session, onDone }: SecondStepProps) {
  const heading = useFocusedHeading(true)
  const input = useRef<HTMLInputElement>(null)
  // A snapshot from the start: once the session is complete it owes no factors.
  const [factors] = useState(session.owed ?? [])
  const has = (type: Type) => factors.find((factor) => factor.type === type)
  const [type, setType] = useState<Type>(ORDER.find(has) ?? 'recovery_code')
  const [code, setCode] = useState('')
  const [challenge, setChallenge] = useState('')
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState(false)

  const copy = texts.second
  const factor = has(type)
  const sendsTextMessage = type === 'phone' && !challenge
  const isTyping = type !== 'webauthn' && !sendsTextMessage

  async function prove() {
    if (type === 'webauthn') await proveByKey(session, factor!)
    else if (sendsTextMessage) return setChallenge(await sendTextMessage(session, factor!))
    else if (type === 'recovery_code') await proveByRecoveryCode(session, code)
    else await proveByCode(session, factor!, code, challenge)
    onDone()
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    setProblem('')
    await prove().catch((why: unknown) => {
      setProblem(errorMessage(why))
      input.current?.focus()
    })
    setBusy(false)
  }

  function turnTo(next: Type) {
    setType(next)
    setCode('')
    setChallenge('')
    setProblem('')
  }

  const step = {
    totp: [copy.totp, copy.totpLabel, copy.button],
    webauthn: [copy.webauthn, '', copy.webauthnButton],
    phone: [copy.phone, copy.phoneLabel, challenge ? copy.button : copy.phoneButton],
    recovery_code: [copy.recovery, copy.recoveryLabel, copy.button],
  }[type]
  const names: Record<Type, string> = {
    totp: copy.byTotp,
    webauthn: copy.byWebauthn,
    phone: copy.byPhone,
    recovery_code: copy.byRecovery,
  }
  const others = ORDER.filter((other) => other !== type && has(other))
  return (
    <form className="auth-form" onSubmit={submit}>
      <h2 {...heading}>{copy.title}</h2>
      <p>{step[0]}</p>
      {problem && !isTyping ? (
        <Note tone="danger" title={texts.errors.title} role="alert">
          {problem}
        </Note>
      ) : null}
      {isTyping ? (
        <Field label={step[1]} error={problem}>
          {(control) => (
            <Input
              {...control}
              ref={input}
              className="auth-code"
              inputMode={type === 'recovery_code' ? 'text' : 'numeric'}
              autoComplete="one-time-code"
              autoCapitalize="off"
              spellCheck={false}
              value={code}
              onInput={(event) => setCode(event.currentTarget.value)}
              required
            />
          )}
        </Field>
      ) : null}
      <Button
        type="submit"
        variant="primary"
        wide
        disabled={isTyping && !code.trim()}
        busy={busy}
        busyLabel={type === 'webauthn' ? copy.webauthnBusy : copy.busy}
      >
        {step[2]}
      </Button>
      <p className="auth-ways">
        {others.map((other) => (
          <button key={other} type="button" className="auth-link" onClick={() => turnTo(other)}>
            {names[other]}
          </button>
        ))}
        <button type="button" className="auth-link" onClick={() => session.signOut().catch(() => {})}>
          {texts.back}
        </button>
      </p>
    </form>
  )
}

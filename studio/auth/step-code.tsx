import type { Factor } from '@supabase/auth-js'
import { type FormEvent, useState } from 'react'
import { Field } from '#ui/base/field.tsx'
import { Button } from '#ui/button.tsx'
import { Select } from '#ui/forms/select.tsx'
import { authClient } from '../session/auth-client.ts'
import { CodeInput } from './code-input.tsx'
import { useAction } from './use-action.ts'
import { useFirstFocus } from './use-first-focus.ts'

export interface StepCodeProps {
  method: 'totp' | 'phone'
  /** The verified factors of this method, at least one. */
  factors: Factor[]
  onDone: () => void
}

/** Asks for the code of an authenticator app or of a text message, which is sent on request. */
export function StepCode({ method, factors, onDone }: StepCodeProps) {
  const field = useFirstFocus()
  const [factorId, setFactorId] = useState(factors[0]!.id)
  const [challengeId, setChallengeId] = useState<string>()
  const [code, setCode] = useState('')
  const [fieldError, setFieldError] = useState<string>()
  const { busy, failure, run } = useAction()

  async function sendText() {
    const result = await run(async () => (await authClient()).mfa.challenge({ factorId }))
    if (result?.data) setChallengeId(result.data.id)
  }

  async function send(digits: string) {
    if (busy) return
    setFieldError(digits.length < 6 ? 'Enter the 6-digit code.' : undefined)
    if (digits.length < 6) return field.current?.focus()
    const result = await run(async () => {
      const { mfa } = await authClient()
      return method === 'totp'
        ? mfa.challengeAndVerify({ factorId, code: digits })
        : mfa.verify({ factorId, challengeId: challengeId!, code: digits })
    })
    if (result) return onDone()
    setCode('')
    field.current?.focus()
  }

  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        event.stopPropagation()
        void send(code)
      }}
    >
      {factors.length > 1 ? (
        <Field label="Device">
          {(control) => (
            <Select
              {...control}
              value={factorId}
              options={factors.map(({ id, friendly_name: name }) => ({ value: id, label: name ?? 'App' }))}
              onChange={(event) => setFactorId(event.currentTarget.value)}
            />
          )}
        </Field>
      ) : null}
      {method === 'phone' && !challengeId ? (
        <Button
          variant="primary"
          size="large"
          wide
          busy={busy}
          busyLabel="Sending..."
          onClick={() => void sendText()}
        >
          Text me a code
        </Button>
      ) : (
        <>
          <CodeInput
            ref={field}
            label="Code"
            value={code}
            error={fieldError ?? failure}
            hint={
              method === 'totp'
                ? 'The 6-digit code in your authenticator app.'
                : 'The 6-digit code in the text message.'
            }
            onChange={setCode}
            onFull={(full) => void send(full)}
          />
          <Button type="submit" variant="primary" size="large" wide busy={busy} busyLabel="Checking...">
            Continue
          </Button>
        </>
      )}
    </form>
  )
}

import type { Factor } from '@supabase/auth-js'
import { Fingerprint } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Field } from '#ui/base/field.tsx'
import { Input } from '#ui/base/input.tsx'
import { Skeleton } from '#ui/base/skeleton.tsx'
import { Button } from '#ui/button.tsx'
import { FailedRow } from '#ui/failed-row.tsx'
import { Notice } from '#ui/notice.tsx'
import { Select } from '#ui/select.tsx'
import { authClient } from '../auth-client.ts'
import { CodeInput } from './code-input.tsx'
import { useAct } from './use-act.ts'
import { type StepMethod, methodsOf, useFactors } from './use-factors.ts'
import { useFirstFocus } from './use-first-focus.ts'

const OTHER: Record<StepMethod, string> = {
  totp: 'Use the authenticator app',
  webauthn: 'Use a security key or passkey',
  phone: 'Get a code by text message',
  recovery: 'Use a recovery code',
}

/** The second step of a sign-in, with whichever factor the person has. */
export function SecondFactor({ userId, onDone }: { userId: string; onDone?: () => void }) {
  const factors = useFactors(userId)
  const [chosen, setChosen] = useState<StepMethod>()
  if (factors.isError)
    return (
      <FailedRow
        message="Your second step could not be loaded."
        busy={factors.isFetching}
        onRetry={() => void factors.refetch()}
      />
    )
  if (!factors.data)
    return (
      <div aria-busy="true" className="flex flex-col gap-4">
        <Skeleton height={44} />
        <Skeleton height={44} />
      </div>
    )

  const methods = methodsOf(factors.data)
  const method = chosen ?? methods[0]!
  const own = factors.data.filter((factor) => factor.factor_type === method && factor.status === 'verified')
  const done = () => onDone?.()
  return (
    <>
      {method === 'recovery' ? (
        <RecoveryForm onDone={done} />
      ) : method === 'webauthn' ? (
        <KeyStep factor={own[0]!} onDone={done} />
      ) : (
        <CodeForm key={method} method={method} factors={own} onDone={done} />
      )}
      <ul className="mt-5 flex flex-col items-start gap-2">
        {methods
          .filter((each) => each !== method)
          .map((each) => (
            <li key={each}>
              <button type="button" className="link cursor-pointer" onClick={() => setChosen(each)}>
                {OTHER[each]}
              </button>
            </li>
          ))}
      </ul>
    </>
  )
}

interface StepProps {
  onDone: () => void
}

/** Digits of an authenticator app, or of a text message that is sent on request. */
function CodeForm({ method, factors, onDone }: StepProps & { method: 'totp' | 'phone'; factors: Factor[] }) {
  const field = useFirstFocus()
  const [factorId, setFactorId] = useState(factors[0]!.id)
  const [challengeId, setChallengeId] = useState<string>()
  const [code, setCode] = useState('')
  const [gap, setGap] = useState<string>()
  const { busy, failure, run } = useAct()

  async function text() {
    const answer = await run(async () => (await authClient()).mfa.challenge({ factorId }))
    if (answer?.data) setChallengeId(answer.data.id)
  }

  async function send(digits: string) {
    if (busy) return
    setGap(digits.length < 6 ? 'Enter the 6 digits.' : undefined)
    if (digits.length < 6) return field.current?.focus()
    const answer = await run(async () => {
      const { mfa } = await authClient()
      return method === 'totp'
        ? mfa.challengeAndVerify({ factorId, code: digits })
        : mfa.verify({ factorId, challengeId: challengeId!, code: digits })
    })
    if (answer) return onDone()
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
          busyWords="Sending..."
          onClick={() => void text()}
        >
          Text me a code
        </Button>
      ) : (
        <>
          <CodeInput
            ref={field}
            label="Code"
            value={code}
            error={gap ?? failure}
            hint={
              method === 'totp'
                ? 'The 6 digits that your authenticator app shows.'
                : 'The 6 digits of the message.'
            }
            onChange={setCode}
            onFull={(full) => void send(full)}
          />
          <Button type="submit" variant="primary" size="large" wide busy={busy} busyWords="Checking...">
            Continue
          </Button>
        </>
      )}
    </form>
  )
}

function KeyStep({ factor, onDone }: StepProps & { factor: Factor }) {
  const button = useFirstFocus<HTMLButtonElement>()
  const { busy, failure, run } = useAct()
  async function use() {
    const answer = await run(async () =>
      (await authClient()).mfa.webauthn.authenticate({ factorId: factor.id }),
    )
    if (answer) onDone()
  }
  return (
    <div className="flex flex-col gap-4">
      {failure ? (
        <Notice tone="danger" role="alert">
          {failure}
        </Notice>
      ) : null}
      <Button
        ref={button}
        variant="primary"
        size="large"
        wide
        icon={<Fingerprint size={16} strokeWidth={1.75} aria-hidden />}
        busy={busy}
        busyWords="Waiting..."
        onClick={() => void use()}
      >
        Use {factor.friendly_name ?? 'your security key'}
      </Button>
    </div>
  )
}

function RecoveryForm({ onDone }: StepProps) {
  const field = useFirstFocus()
  const [code, setCode] = useState('')
  const [gap, setGap] = useState<string>()
  const { busy, failure, run } = useAct()

  async function send(event: FormEvent) {
    event.preventDefault()
    event.stopPropagation()
    if (busy) return
    setGap(code.trim() ? undefined : 'Enter a recovery code.')
    if (!code.trim()) return field.current?.focus()
    const answer = await run(async () => (await authClient()).mfa.recoveryCodes.verify({ code: code.trim() }))
    if (answer) onDone()
    else field.current?.select()
  }

  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={(event) => void send(event)}>
      <Field
        label="Recovery code"
        error={gap ?? failure}
        hint="One of the codes you saved when you set the second step up. Each works once."
      >
        {(control) => (
          <Input
            {...control}
            ref={field}
            size="large"
            name="recovery-code"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            required
            className="font-mono"
            value={code}
            onChange={(event) => setCode(event.currentTarget.value)}
          />
        )}
      </Field>
      <Button type="submit" variant="primary" size="large" wide busy={busy} busyWords="Checking...">
        Continue
      </Button>
    </form>
  )
}

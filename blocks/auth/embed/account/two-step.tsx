import { type FormEvent, useState } from 'react'
import type { EmbedSession } from '#kernel/browser/embed-page.ts'
import { Button } from '#ui/base/button.tsx'
import { Field } from '#ui/base/field.tsx'
import { Input } from '#ui/base/input.tsx'
import { Note } from '#ui/base/note.tsx'
import type { WireFactor } from '#blocks/auth/endpoints.ts'
import { errorMessage } from '../error-message.ts'
import { proveByCode } from '../steps/factor-proofs.ts'
import { texts } from '../texts/spoken.ts'

interface NewFactor {
  id: string
  totp: { qr_code: string; secret: string; uri: string }
}

export interface TwoStepProps {
  session: EmbedSession
  factors: WireFactor[]
  /** Reloads the factors. */
  onChanged: () => Promise<void>
}

/** Adds an authenticator app as the second factor, confirmed by its first code, and removes it. */
export function TwoStep({ session, factors, onChanged }: TwoStepProps) {
  const [adding, setAdding] = useState<NewFactor | null>(null)
  const [codes, setCodes] = useState<string[]>([])
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState('')
  const apps = factors.filter(({ factor_type, status }) => factor_type === 'totp' && status === 'verified')

  async function attempt(what: string, work: () => Promise<unknown>) {
    if (busy) return
    setBusy(what)
    setProblem('')
    await work().catch((why: unknown) => setProblem(errorMessage(why)))
    setBusy('')
  }

  const begin = () =>
    attempt('add', async () => {
      setCode('')
      setAdding(await session.ask<NewFactor>('POST', '/factors', { factor_type: 'totp' }))
    })

  const finish = (event: FormEvent) => {
    event.preventDefault()
    void attempt('verify', async () => {
      await proveByCode(session, adding!, code)
      setAdding(null)
      setCodes(await newRecoveryCodes(session))
      await onChanged()
    })
  }

  const drop = (id: string) =>
    attempt(id, async () => {
      await session.ask('DELETE', `/factors/${id}`)
      await onChanged()
    })

  const copy = texts.account
  return (
    <section className="auth-section">
      <h3>{copy.twoStep}</h3>
      {problem && !adding ? (
        <Note tone="danger" role="alert">
          {problem}
        </Note>
      ) : null}
      {codes.length ? (
        <Note tone="warn" title={copy.recoveryTitle}>
          <p>{copy.recoveryText}</p>
          <ul className="auth-codes">
            {codes.map((one) => (
              <li key={one}>{one}</li>
            ))}
          </ul>
          <Button onClick={() => setCodes([])}>{copy.recoveryKept}</Button>
        </Note>
      ) : null}
      {apps.map(({ id, friendly_name: name }) => (
        <div key={id} className="auth-row">
          <p>{name || copy.twoStepOn}</p>
          <Button busy={busy === id} busyLabel={copy.removing} onClick={() => drop(id)}>
            {copy.remove}
          </Button>
        </div>
      ))}
      {adding ? (
        <form className="auth-form" onSubmit={finish}>
          <p>{copy.scan}</p>
          <img
            className="auth-qr"
            src={`data:image/svg+xml;utf8,${encodeURIComponent(adding.totp.qr_code)}`}
            alt={copy.scanAlt}
            width="176"
            height="176"
          />
          <p className="auth-secret">
            {copy.secret} <code>{adding.totp.secret}</code>
          </p>
          <Field label={texts.second.totpLabel} error={problem}>
            {(control) => (
              <Input
                {...control}
                className="auth-code"
                inputMode="numeric"
                autoComplete="one-time-code"
                value={code}
                onInput={(event) => setCode(event.currentTarget.value)}
                required
              />
            )}
          </Field>
          <div className="auth-row">
            <Button type="submit" variant="primary" busy={busy === 'verify'} busyLabel={texts.second.busy}>
              {texts.second.button}
            </Button>
            <Button variant="ghost" onClick={() => setAdding(null)}>
              {copy.cancel}
            </Button>
          </div>
        </form>
      ) : apps.length ? null : (
        <>
          <p>{copy.twoStepOff}</p>
          <Button busy={busy === 'add'} onClick={begin}>
            {copy.add}
          </Button>
        </>
      )}
    </section>
  )
}

/** Creates recovery codes for a lost app. Returns none when the service does not support them. */
async function newRecoveryCodes(session: EmbedSession): Promise<string[]> {
  const made = await session
    .ask<{ codes?: string[] }>('POST', '/factors/recovery-codes', {})
    .catch(() => ({ codes: [] }))
  return made.codes ?? []
}

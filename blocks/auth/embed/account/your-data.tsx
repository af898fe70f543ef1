import { type FormEvent, useRef, useState } from 'react'
import { CallError } from '#kernel/browser/call.ts'
import type { EmbedSession } from '#kernel/browser/embed-page.ts'
import { saveFile } from '#kernel/browser/save-file.ts'
import { Button } from '#ui/base/button.tsx'
import { Field } from '#ui/base/field.tsx'
import { Input } from '#ui/base/input.tsx'
import { Note } from '#ui/base/note.tsx'
import { PasswordInput } from '#ui/base/password-input.tsx'
import { errorMessage } from '../error-message.ts'
import { texts } from '../texts/spoken.ts'

type Act = 'download' | 'delete'
/** What the service asks for: nothing shortly after a sign-in, the password, or the code from an email. */
type Proof = 'none' | 'password' | 'code'

const ASKS: Record<string, Proof> = {
  current_password_required: 'password',
  current_password_invalid: 'password',
  reauthentication_needed: 'code',
}

export interface YourDataProps {
  session: EmbedSession
  publicKey: string
  email: string | null
}

/** Lets users download everything stored about them, and delete their account. */
export function YourData({ session, publicKey, email }: YourDataProps) {
  const form = useRef<HTMLFormElement>(null)
  const [act, setAct] = useState<Act>()
  const [proof, setProof] = useState<Proof>('none')
  const [problem, setProblem] = useState<unknown>(null)
  const [busy, setBusy] = useState<Act>()
  const copy = texts.account

  async function run(what: Act, given: object) {
    setBusy(what)
    setProblem(null)
    try {
      await (what === 'download' ? download(session, publicKey, given) : remove(session, given))
      setAct(undefined)
    } catch (why) {
      const asks = why instanceof CallError ? ASKS[why.code] : undefined
      const first = asks && asks !== proof
      setAct(what)
      if (asks) setProof(asks)
      // What is asked for the first time is no mistake of the user.
      if (!first) setProblem(why)
      if (first && asks === 'code')
        await session.ask('GET', '/reauthenticate').catch((failed: unknown) => setProblem(failed))
    }
    setBusy(undefined)
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    const { value } = form.current!.elements.namedItem('proof') as HTMLInputElement
    void run(act!, proof === 'code' ? { nonce: value } : { password: value })
  }

  function cancel() {
    setAct(undefined)
    setProof('none')
    setProblem(null)
  }

  const eye = { showLabel: texts.showPassword, hideLabel: texts.hidePassword }
  const label = act === 'delete' ? copy.deleteAccount : copy.download
  return (
    <section className="auth-section">
      <h3>{copy.yourData}</h3>
      {problem ? (
        <Note tone="danger" title={texts.errors.title} role="alert">
          {errorMessage(problem)}
        </Note>
      ) : null}
      {act === 'delete' ? <p>{copy.deleteText}</p> : null}
      {act && proof !== 'none' ? (
        <form ref={form} className="auth-form" method="post" onSubmit={submit}>
          {email ? <input type="hidden" name="username" autoComplete="username" value={email} /> : null}
          <Field label={proof === 'code' ? copy.emailedCode : copy.current}>
            {(control) =>
              proof === 'code' ? (
                <Input {...control} name="proof" inputMode="numeric" autoComplete="one-time-code" required />
              ) : (
                <PasswordInput {...control} {...eye} name="proof" autoComplete="current-password" required />
              )
            }
          </Field>
          <div className="auth-row">
            <Button type="submit" variant="primary" busy={Boolean(busy)} busyLabel={label}>
              {label}
            </Button>
            <Button variant="ghost" onClick={cancel}>
              {copy.cancel}
            </Button>
          </div>
        </form>
      ) : act === 'delete' ? (
        <div className="auth-row">
          <Button busy={busy === 'delete'} busyLabel={label} onClick={() => void run('delete', {})}>
            {copy.deleteAccount}
          </Button>
          <Button variant="ghost" onClick={cancel}>
            {copy.cancel}
          </Button>
        </div>
      ) : (
        <div className="auth-row">
          <Button
            busy={busy === 'download'}
            busyLabel={copy.download}
            onClick={() => void run('download', {})}
          >
            {copy.download}
          </Button>
          <Button variant="ghost" onClick={() => setAct('delete')}>
            {copy.deleteAccount}
          </Button>
        </div>
      )}
    </section>
  )
}

async function download(session: EmbedSession, publicKey: string, proof: object): Promise<void> {
  const response = await fetch('/functions/v1/my-data', {
    method: 'POST',
    headers: {
      apikey: publicKey,
      authorization: `Bearer ${await session.accessToken()}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(proof),
  })
  if (response.ok) return saveFile('my-data.zip', await response.blob())
  const { code, message } = (await response.json().catch(() => ({}))) as { code?: string; message?: string }
  throw new CallError(response.status, code ?? 'unexpected', message ?? '', message)
}

async function remove(session: EmbedSession, proof: object): Promise<void> {
  await session.ask('DELETE', '/user', proof)
  // The session ended with the account.
  await session.signOut().catch(() => undefined)
}

import { useCallback, useEffect, useState } from 'react'
import { CallError } from '#kernel/browser/call.ts'
import type { EmbedSession } from '#kernel/browser/embed-page.ts'
import { day } from '#kernel/browser/local.ts'
import { Button } from '#ui/base/button.tsx'
import { Note } from '#ui/base/note.tsx'
import { errorMessage } from '../error-message.ts'
import { texts } from '../texts/spoken.ts'
import { requestFromWindow } from '../window.ts'

interface Passkey {
  id: string
  friendly_name?: string
  created_at: string
}

export interface PasskeysProps {
  session: EmbedSession
  publicKey: string
}

/**
 * The visitor's passkeys. A new one is created in our own window: cross-origin frames may use passkeys but
 * not create them.
 */
export function Passkeys({ session, publicKey }: PasskeysProps) {
  const [passkeys, setPasskeys] = useState<Passkey[]>([])
  const [problem, setProblem] = useState('')
  const [notice, setNotice] = useState('')
  const [busy, setBusy] = useState('')
  const copy = texts.account

  const read = useCallback(() => session.ask<Passkey[]>('GET', '/passkeys').then(setPasskeys), [session])
  useEffect(() => {
    read().catch((why: unknown) => setProblem(errorMessage(why)))
  }, [read])

  async function attempt(what: string, work: () => Promise<unknown>) {
    if (busy) return
    setBusy(what)
    setProblem('')
    setNotice('')
    await work().catch((why: unknown) => setProblem(errorMessage(why)))
    setBusy('')
  }

  function add() {
    const query = new URLSearchParams({ tenant: publicKey, locale: document.documentElement.lang })
    const created = requestFromWindow(`/embed/passkey?${query}`, (challenge) =>
      session.oneTimeCode(challenge),
    )
    return attempt('add', async () => {
      if (!created) throw new CallError(0, 'window_blocked', '')
      await created
      setNotice(copy.passkeyAdded)
      await read()
    })
  }

  return (
    <section className="auth-section">
      <h3>{copy.passkeys}</h3>
      {problem ? (
        <Note tone="danger" role="alert">
          {problem}
        </Note>
      ) : null}
      {notice ? <Note tone="ok">{notice}</Note> : null}
      {passkeys.length ? null : <p>{copy.passkeysNone}</p>}
      {passkeys.map(({ id, friendly_name: name, created_at }) => (
        <div key={id} className="auth-row">
          <p>{name || copy.passkeyName(day(created_at))}</p>
          <Button
            busy={busy === id}
            busyLabel={copy.removing}
            onClick={() => attempt(id, () => session.ask('DELETE', `/passkeys/${id}`).then(read))}
          >
            {copy.remove}
          </Button>
        </div>
      ))}
      <Button busy={busy === 'add'} onClick={add}>
        {copy.add}
      </Button>
      {busy === 'add' ? <p className="auth-quiet">{copy.passkeyElsewhere}</p> : null}
    </section>
  )
}

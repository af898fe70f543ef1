import { useCallback, useEffect, useState } from 'react'
import type { EmbedSession } from '#kernel/browser/embed-page.ts'
import { day } from '#kernel/browser/local.ts'
import { Button } from '#ui/base/button.tsx'
import { Note } from '#ui/base/note.tsx'
import { errorMessage } from '../error-message.ts'
import { texts } from '../texts/spoken.ts'

interface Grant {
  client: { id: string; name: string }
  granted_at: string
}

/** The builder's apps that the visitor granted access. Hidden while there are none. */
export function ConnectedApps({ session }: { session: EmbedSession }) {
  const [grants, setGrants] = useState<Grant[]>([])
  const [problem, setProblem] = useState('')
  const [removedApp, setRemovedApp] = useState('')
  const [busy, setBusy] = useState('')

  const read = useCallback(() => session.ask<Grant[]>('GET', '/user/oauth/grants').then(setGrants), [session])
  useEffect(() => {
    read().catch((why: unknown) => setProblem(errorMessage(why)))
  }, [read])

  async function remove({ id, name }: Grant['client']) {
    if (busy) return
    setBusy(id)
    setProblem('')
    setRemovedApp('')
    try {
      await session.ask('DELETE', `/user/oauth/grants?client_id=${encodeURIComponent(id)}`)
      setRemovedApp(name)
      await read()
    } catch (why) {
      setProblem(errorMessage(why))
    }
    setBusy('')
  }

  if (!grants.length && !problem && !removedApp) return null
  const copy = texts.account
  return (
    <section className="auth-section">
      <h3>{copy.apps}</h3>
      {grants.length ? <p>{copy.appsText}</p> : null}
      {problem ? (
        <Note tone="danger" role="alert">
          {problem}
        </Note>
      ) : null}
      {removedApp ? <Note tone="ok">{copy.appGone(removedApp)}</Note> : null}
      {grants.map(({ client, granted_at }) => (
        <div key={client.id} className="auth-row">
          <p>
            {client.name}
            <br />
            <span className="auth-quiet">{copy.appSince(day(granted_at))}</span>
          </p>
          <Button
            aria-label={`${copy.removeAccess}: ${client.name}`}
            busy={busy === client.id}
            busyLabel={copy.removing}
            onClick={() => remove(client)}
          >
            {copy.removeAccess}
          </Button>
        </div>
      ))}
    </section>
  )
}

import { useState } from 'react'
import { Button } from '#ui/base/button.tsx'
import { initials } from '#ui/base/initials.ts'
import { Note } from '#ui/base/note.tsx'
import { useFocusedHeading } from './focus-heading.ts'
import { texts } from './texts/spoken.ts'

/** The app's request, as the auth service returns it. */
export interface ConsentRequest {
  client: { name: string; uri: string }
  redirect_uri: string
  /** Space-separated scopes. */
  scope: string
}

export interface ConsentQuestionProps {
  asked: ConsentRequest
  /** Name or address of the signed-in user. */
  who: string
  tenant: string
  problem: string
  onDecide: (action: 'approve' | 'deny') => Promise<void>
  onSignOut: () => Promise<void>
}

/** Shows which app is asking, what for, and whom. No app logo: images load from our own host only. */
export function ConsentQuestion({ asked, who, tenant, problem, onDecide, onSignOut }: ConsentQuestionProps) {
  const heading = useFocusedHeading(true)
  const [busy, setBusy] = useState<'approve' | 'deny' | 'sign-out' | null>(null)

  async function run(what: typeof busy, work: () => Promise<void>) {
    if (busy) return
    setBusy(what)
    await work()
    setBusy(null)
  }
  const answer = (action: 'approve' | 'deny') => () => run(action, () => onDecide(action))

  const copy = texts.consent
  const app = asked.client.name
  const back = hostOf(asked.redirect_uri)
  const site = hostOf(asked.client.uri) || back
  return (
    <section className="bb-card auth-card">
      <div className="consent-app">
        <span className="consent-mark" aria-hidden="true">
          {initials(app)}
        </span>
        <div>
          <h1 {...heading}>{copy.title(app)}</h1>
          {site ? <p className="auth-quiet">{site}</p> : null}
        </div>
      </div>
      <p>{copy.text(app, tenant)}</p>
      <div className="consent-knows">
        <h2>{copy.knows(app)}</h2>
        <ul>
          {asked.scope.split(' ').map((scope) => (
            <li key={scope}>{copy.scopes[scope] ?? scope}</li>
          ))}
        </ul>
      </div>
      <p className="auth-quiet">{copy.acts(app, tenant)}</p>
      <div className="consent-who">
        <p>{texts.signedIn.title(who)}</p>
        <button
          type="button"
          className="auth-link"
          aria-disabled={busy !== null || undefined}
          onClick={() => run('sign-out', onSignOut)}
        >
          {busy === 'sign-out' ? texts.signedIn.signingOut : copy.notYou}
        </button>
      </div>
      {problem ? (
        <Note tone="danger" role="alert">
          {problem}
        </Note>
      ) : null}
      <div className="consent-answers">
        <Button
          variant="primary"
          wide
          busy={busy === 'approve'}
          busyLabel={copy.allowing}
          onClick={answer('approve')}
        >
          {copy.allow}
        </Button>
        <Button wide busy={busy === 'deny'} busyLabel={copy.cancelling} onClick={answer('deny')}>
          {copy.cancel}
        </Button>
      </div>
      {back ? <p className="auth-quiet">{copy.goesTo(back)}</p> : null}
    </section>
  )
}

/** Host of a web address; empty for an app's custom scheme or an empty address. */
function hostOf(address: string): string {
  if (!URL.canParse(address)) return ''
  const { protocol, host } = new URL(address)
  return protocol === 'https:' || protocol === 'http:' ? host : ''
}

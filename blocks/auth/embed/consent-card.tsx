import { useCallback, useEffect, useState } from 'react'
import { CallError } from '#kernel/browser/call.ts'
import type { EmbedSession, EmbedUser } from '#kernel/browser/embed-page.ts'
import { Button } from '#ui/base/button.tsx'
import { Note } from '#ui/base/note.tsx'
import { type ConsentRequest, ConsentQuestion } from './consent-question.tsx'
import { errorMessage } from './error-message.ts'
import { useFocusedHeading } from './focus-heading.ts'
import { texts } from './texts/spoken.ts'

type AuthorizationResponse = ConsentRequest | { redirect_url: string }

export interface ConsentCardProps {
  session: EmbedSession
  user: EmbedUser
  /** Name of the tenant whose member must decide. */
  tenant: string
  authorizationId: string
}

/** What an app requests from a signed-in member, and the member's decision. */
export function ConsentCard({ session, user, tenant, authorizationId }: ConsentCardProps) {
  const [asked, setAsked] = useState<ConsentRequest | null>(null)
  const [end, setEnd] = useState<'leaving' | 'expired' | 'failed' | null>(null)
  const [problem, setProblem] = useState('')
  const path = `/oauth/authorizations/${encodeURIComponent(authorizationId)}`

  /** Goes to the address that the server returned, never to another one. */
  const leave = useCallback((address: string) => {
    setEnd('leaving')
    location.replace(address)
  }, [])
  const fail = useCallback((why: unknown, next: 'failed' | null) => {
    const over = why instanceof CallError && why.code === 'oauth_authorization_not_found'
    setEnd(over ? 'expired' : next)
    setProblem(over ? '' : errorMessage(why))
  }, [])
  const read = useCallback(
    () =>
      session.ask<AuthorizationResponse>('GET', path).then(
        // The member already granted this: continue right away.
        (response) => ('redirect_url' in response ? leave(response.redirect_url) : setAsked(response)),
        (why: unknown) => fail(why, 'failed'),
      ),
    [session, path, leave, fail],
  )

  useEffect(() => {
    void read()
    // A page restored from the back/forward cache would show a request that is already decided.
    const reloadIfRestored = ({ persisted }: PageTransitionEvent) => persisted && location.reload()
    addEventListener('pageshow', reloadIfRestored)
    return () => removeEventListener('pageshow', reloadIfRestored)
  }, [read])

  async function attempt(work: () => Promise<unknown>) {
    setProblem('')
    await work().catch((why: unknown) => fail(why, null))
  }
  const decide = (action: 'approve' | 'deny') =>
    attempt(async () => {
      const { redirect_url } = await session.ask<{ redirect_url: string }>('POST', `${path}/consent`, {
        action,
      })
      leave(redirect_url)
    })
  const signOut = () =>
    attempt(async () => {
      // Otherwise the request stays bound to this member, and the next one to sign in could not respond.
      await session.ask('DELETE', path)
      await session.signOut()
    })

  function again() {
    setEnd(null)
    return read()
  }

  if (end) return <ConsentEnd key={end} state={end} problem={problem} onAgain={again} />
  if (asked)
    return (
      <ConsentQuestion
        asked={asked}
        who={user.email ?? user.name ?? texts.user}
        tenant={tenant}
        problem={problem}
        onDecide={decide}
        onSignOut={signOut}
      />
    )
  return (
    <section className="bb-card auth-card" aria-busy aria-live="polite">
      <p className="auth-loading">{texts.loading}</p>
    </section>
  )
}

interface ConsentEndProps {
  state: 'leaving' | 'expired' | 'failed'
  problem: string
  onAgain: () => void
}

/** Shown when there is nothing left to decide: done, expired, or failed to load. */
function ConsentEnd({ state, problem, onAgain }: ConsentEndProps) {
  const heading = useFocusedHeading(true)
  const copy = texts.consent
  return (
    <section className="bb-card auth-card">
      <h1 {...heading}>{copy[state]}</h1>
      {state === 'failed' ? (
        <>
          <Note tone="danger" role="alert">
            {problem}
          </Note>
          <Button variant="primary" wide onClick={onAgain}>
            {texts.tryAgain}
          </Button>
        </>
      ) : (
        <p>{state === 'leaving' ? copy.leavingText : copy.expiredText}</p>
      )}
    </section>
  )
}

import '#ui/base/card.css'
import './auth-page.css'
import { useCallback, useEffect, useState } from 'react'
import type { EmbedPageProps } from '#kernel/browser/embed-page.ts'
import { Button } from '#ui/base/button.tsx'
import { DrawnTick } from '#ui/base/drawn-tick.tsx'
import type { SuccessPageData } from './data-types.ts'
import { displayName } from './display-name.ts'
import { useFocusedHeading } from './focus-heading.ts'
import { NotLoaded } from './not-loaded.tsx'
import { Problem } from './problem.tsx'
import { texts } from './texts/spoken.ts'

export { language } from './texts/spoken.ts'

/** `/embed/success`: the welcome page after signing in. */
export default function SuccessPage({ data, embed }: EmbedPageProps<SuccessPageData>) {
  const [user, setUser] = useState(embed?.session.user ?? null)
  const [resolved, setResolved] = useState(user !== null)
  const [loadError, setLoadError] = useState<unknown>(null)
  const heading = useFocusedHeading(resolved)

  const signIn = useCallback(() => void embed!.show('auth').catch(setLoadError), [embed])

  useEffect(() => {
    async function arrive() {
      await embed?.arrival
      setUser(embed?.session.user ?? null)
      setResolved(true)
    }
    void arrive()
    // Signed out in another frame of the tenant: drop the welcome even if the form fails to load. Signed in
    // again: show it.
    return embed?.session.subscribe((now) => {
      setUser(now)
      if (now) setLoadError(null)
      else signIn()
    })
  }, [embed, signIn])

  if (data.error || !data.tenant) return <Problem error={data.error} />

  /**
   * Ruling 13: a frame notifies its host page and shows the block again, a popup closes, a page goes to the
   * home page.
   */
  function goOn() {
    if (parent !== window) {
      embed!.tell({ type: 'close' })
      signIn()
    } else if (opener) close()
    else location.assign('/')
  }

  // A block without a form reserves little more than a button's height (`heightWithAuth0` in the manifest).
  const brief = data.tenant.auth_provider === 'auth0' ? ' auth-brief' : ''
  return (
    <section className={`bb-card auth-card${brief}`} aria-live="polite" aria-busy={!resolved || undefined}>
      {loadError ? <NotLoaded why={loadError} /> : null}
      {!resolved ? <p className="auth-loading">{texts.loading}</p> : null}
      {resolved && !user ? (
        <>
          <p>{texts.success.signedOut}</p>
          <Button variant="primary" onClick={signIn}>
            {texts.success.signIn}
          </Button>
        </>
      ) : null}
      {user ? (
        <>
          {brief ? null : <DrawnTick />}
          <h1 {...heading}>{texts.success.title}</h1>
          <p>{texts.success.text}</p>
          <dl className="auth-facts">
            <dt>{data.tenant.name}</dt>
            {/* Without a name, the address is enough: "User" beside it would add nothing. */}
            {user.name || !user.email ? <dd>{displayName(user)}</dd> : null}
            {user.email ? <dd>{user.email}</dd> : null}
          </dl>
          <Button variant="primary" wide onClick={goOn}>
            {texts.success.continue}
          </Button>
        </>
      ) : null}
    </section>
  )
}

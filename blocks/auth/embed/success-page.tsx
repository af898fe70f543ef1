import '#ui/base/card.css'
import './auth-page.css'
import { useCallback, useEffect, useState } from 'react'
import type { EmbedPageProps } from '#kernel/browser/embed-page.ts'
import { Button } from '#ui/base/button.tsx'
import type { SuccessPageData } from './data-types.ts'
import { displayName } from './display-name.ts'
import { useFocusedHeading } from './focus-heading.ts'
import { NotLoaded } from './not-loaded.tsx'
import { Problem } from './problem.tsx'
import { texts } from './texts/spoken.ts'

export { language } from './texts/spoken.ts'

/** `/embed/success`: where a visitor arrives after signing in. */
export default function SuccessPage({ data, embed }: EmbedPageProps<SuccessPageData>) {
  const [user, setUser] = useState(embed?.session.user ?? null)
  const [known, setKnown] = useState(user !== null)
  const [stuck, setStuck] = useState<unknown>(null)
  const heading = useFocusedHeading(known)

  const signIn = useCallback(() => void embed!.show('auth').catch(setStuck), [embed])

  useEffect(() => {
    async function arrive() {
      await embed?.arrival
      setUser(embed?.session.user ?? null)
      setKnown(true)
    }
    void arrive()
    // Signed out in another frame of the tenant: there is nobody to welcome, whether the form comes or not. In again, there is.
    return embed?.session.subscribe((now) => {
      setUser(now)
      if (now) setStuck(null)
      else signIn()
    })
  }, [embed, signIn])

  if (data.error || !data.tenant) return <Problem error={data.error} />

  /** Ruling 13: a frame tells its host and makes room for the block again, a popup closes, a page goes home. */
  function goOn() {
    if (parent !== window) {
      embed!.tell({ type: 'close' })
      signIn()
    } else if (opener) close()
    else location.assign('/')
  }

  // Where no form ever stands there is room for a button and little more (`heightWithAuth0` of the manifest).
  const brief = data.tenant.auth_provider === 'auth0' ? ' auth-brief' : ''
  return (
    <section className={`bb-card auth-card${brief}`} aria-live="polite" aria-busy={!known || undefined}>
      {stuck ? <NotLoaded why={stuck} /> : null}
      {!known ? <p className="auth-loading">{texts.loading}</p> : null}
      {known && !user ? (
        <>
          <p>{texts.success.signedOut}</p>
          <Button variant="primary" onClick={signIn}>
            {texts.success.signIn}
          </Button>
        </>
      ) : null}
      {user ? (
        <>
          <h1 {...heading}>{texts.success.title}</h1>
          <p>{texts.success.text}</p>
          <dl className="auth-facts">
            <dt>{data.tenant.name}</dt>
            <dd>{displayName(user)}</dd>
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

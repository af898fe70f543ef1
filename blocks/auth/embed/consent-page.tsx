import '#ui/base/card.css'
import './auth-page.css'
import './consent-page.css'
import { useEffect, useState } from 'react'
import type { EmbedPageProps } from '#kernel/browser/embed-page.ts'
import AuthPage from './auth-page.tsx'
import { ConsentCard } from './consent-card.tsx'
import type { ConsentPageData } from './data-types.ts'
import { Problem } from './problem.tsx'
import { texts } from './texts/spoken.ts'

export { language } from './texts/spoken.ts'

/**
 * `/embed/consent`: a builder's own app sends members of the tenant here. Visitors who are not signed in sign
 * in first. Then they see what the app will learn about them, and decide.
 */
export default function ConsentPage({ data, embed }: EmbedPageProps<ConsentPageData>) {
  const [user, setUser] = useState(embed?.session.user ?? null)
  // Do not prompt for sign-in while an earlier session may still be restored.
  const [alone, setAlone] = useState(!data.restoring)

  useEffect(() => {
    if (!embed) return undefined
    void embed.arrival.then(() => setAlone(true))
    // Signing out, here or in another tab, ends the decision. Sign-in is reported by AuthPage.
    return embed.session.subscribe((now) => setUser((at) => at && now))
  }, [embed])

  if (data.error || !data.tenant) return <Problem error={data.error} />
  if (user)
    return (
      <ConsentCard
        key={user.id}
        session={embed!.session}
        user={user}
        tenant={data.tenant.name}
        authorizationId={data.authorizationId}
      />
    )
  return (
    <>
      {alone ? <p className="consent-lead">{texts.consent.lead(data.tenant.name)}</p> : null}
      <AuthPage data={data} embed={embed} onSignedIn={() => setUser(embed!.session.user)} />
    </>
  )
}

import '#ui/base/card.css'
import './auth-page.css'
import { useEffect, useState } from 'react'
import type { EmbedApi, EmbedPageProps, EmbedUser } from '#kernel/browser/embed-page.ts'
import { Button } from '#ui/base/button.tsx'
import { AuthForm } from './auth-form.tsx'
import type { AuthPageData } from './data-types.ts'
import { CheckEmail } from './check-email.tsx'
import { errorWords } from './error-words.ts'
import { Problem } from './problem.tsx'
import { SignedIn } from './signed-in.tsx'
import { texts } from './texts/en.ts'

type Face = 'loading' | 'form' | 'check-email' | 'signed-in'

/** `/embed/auth`: sign in, create an account, or see who is signed in. */
export default function AuthPage({ data, embed }: EmbedPageProps<AuthPageData>) {
  // Known from the start only to a view that follows another one in this window.
  const [known] = useState(embed?.session.user ?? null)
  const [user, setUser] = useState<EmbedUser | null>(known)
  const [face, setFace] = useState<Face>(known ? 'signed-in' : data.restoring ? 'loading' : 'form')
  const [problem, setProblem] = useState('')

  useEffect(() => {
    if (!embed || data.error) return undefined
    async function arrive({ arrival, session }: EmbedApi) {
      if (session.likely() && !session.user) setFace('loading')
      const { problem: failed } = await arrival
      setUser(session.user)
      setFace(session.user ? 'signed-in' : 'form')
      if (failed) setProblem(texts.errors.handOver)
    }
    void arrive(embed)
    // Another frame of the same tenant signs in or out.
    return embed.session.subscribe((now) => {
      setUser(now)
      setFace((at) => (now ? 'signed-in' : at === 'signed-in' || at === 'loading' ? 'form' : at))
    })
  }, [embed, data.error])

  if (data.error || !data.tenant) return <Problem error={data.error} />

  async function submit(mode: 'sign-in' | 'sign-up', email: string, password: string) {
    setProblem('')
    try {
      const redirectTo = await confirmationTarget()
      const entered =
        mode === 'sign-in'
          ? await embed!.session.signIn(email, password)
          : await embed!.session.signUp(email, password, redirectTo)
      if (entered) embed!.show('success')
      else setFace('check-email')
    } catch (why) {
      setProblem(errorWords(why))
    }
  }

  /** Where the confirmation mail leads in the end: the page this block stands on, else the block alone. */
  async function confirmationTarget(): Promise<string> {
    const { framed, pageUrl } = await embed!.host()
    return framed ? pageUrl : `${location.origin}/embed/auth?tenant=${data.tenant!.public_key}`
  }

  return (
    <section className="bb-card auth-card" aria-live="polite" aria-busy={face === 'loading' || undefined}>
      <h1 className="auth-title">{texts.mode}</h1>
      {face === 'loading' ? <p className="auth-loading">{texts.loading}</p> : null}
      {face === 'form' && data.tenant.auth_provider === 'auth0' ? (
        <Button variant="primary" wide disabled>
          {texts.signInWithAuth0}
        </Button>
      ) : null}
      {face === 'form' && data.tenant.auth_provider !== 'auth0' ? (
        <AuthForm problem={problem} onSubmit={submit} onChange={() => setProblem('')} />
      ) : null}
      {face === 'check-email' ? <CheckEmail onBack={() => setFace('form')} /> : null}
      {face === 'signed-in' && user ? (
        <SignedIn user={user} moved={known !== null} onSignOut={() => embed!.session.signOut()} />
      ) : null}
    </section>
  )
}

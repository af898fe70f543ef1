import '#ui/base/card.css'
import './auth-page.css'
import './profile-page.css'
import { useEffect, useState } from 'react'
import type { EmbedApi, EmbedPageProps, ProfilePart } from '#kernel/browser/embed-page.ts'
import { Button } from '#ui/base/button.tsx'
import { Note } from '#ui/base/note.tsx'
import { signOutOfAuth0 } from './auth0/window.ts'
import type { AuthPageData } from './data-types.ts'
import { errorMessage } from './error-message.ts'
import { LazyView } from './lazy-view.tsx'
import { Problem } from './problem.tsx'
import { ProfileCard } from './profile-card.tsx'
import { ProfileSkeleton } from './profile-skeleton.tsx'
import { SAMPLE_PERSON } from './sample-person.ts'
import { texts } from './texts/spoken.ts'

export { language } from './texts/spoken.ts'
export const sample = () => import('./profile-sample.ts')

type ViewName = 'loading' | 'signed-out' | 'profile' | 'account' | 'part' | 'sign-in'
type LoadPart = () => Promise<ProfilePart['default']>

const accountPanel = () => import('./account/account-panel.tsx').then(({ AccountPanel }) => AccountPanel)
const authPage = () => import('./auth-page.tsx').then(({ default: AuthPage }) => AuthPage)

/**
 * `/embed/profile`: who is signed in, with Account Settings and Sign Out. Signed-out visitors are asked to sign
 * in. Previews (playground, Studio) show a sample user instead, and so does the page without a tenant.
 */
export default function ProfilePage({ data, embed }: EmbedPageProps<AuthPageData>) {
  const { view, user, moved, turnTo } = useView(data, embed)
  const [part, setPart] = useState<LoadPart>()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')

  if (data.error === 'no_tenant')
    return (
      <section className="bb-card auth-card profile-card">
        <h1 className="auth-title">{texts.profile.title}</h1>
        <ProfileCard user={SAMPLE_PERSON} sample moved={false}>
          <div className="auth-row">
            <DisabledButtons />
          </div>
        </ProfileCard>
      </section>
    )
  if (data.error || !data.tenant) return <Problem error={data.error} />
  if (view === 'sign-in')
    return <LazyView load={authPage} view={{ data, embed: embed!, onSignedIn: () => turnTo('profile') }} />

  // Users who signed in through the tenant's own Auth0 also sign out there. It stores their password and
  // second factor.
  const external = data.tenant.auth_provider === 'auth0'

  async function leave() {
    setBusy(true)
    setProblem('')
    const back = data.parentOrigin ? `${data.parentOrigin}/` : ''
    const left = external
      ? signOutOfAuth0(embed!, { publicKey: data.tenant!.public_key, back })
      : embed!.session.signOut()
    await left.catch((why: unknown) => setProblem(errorMessage(why)))
    setBusy(false)
  }

  /**
   * In a frame, sign-in opens in a dialog over the host page; a standalone page replaces this card with it.
   */
  function signIn() {
    if (parent !== window && data.sample === undefined) embed!.tell({ type: 'open', block: 'auth' })
    else turnTo('sign-in')
  }

  function openPart(name: string) {
    setPart(() => () => embed!.part(name))
    turnTo('part')
  }

  const copy = texts.profile
  return (
    <section
      className="bb-card auth-card profile-card"
      aria-live="polite"
      aria-busy={view === 'loading' || undefined}
    >
      <h1 className="auth-title">{copy.title}</h1>
      {problem ? (
        <Note tone="danger" role="alert">
          {problem}
        </Note>
      ) : null}
      {view === 'loading' ? <ProfileSkeleton /> : null}
      {view === 'signed-out' && data.sample === undefined ? <SignInPrompt onSignIn={signIn} /> : null}
      {view === 'signed-out' && data.sample !== undefined ? (
        <ProfileCard user={SAMPLE_PERSON} sample moved={moved}>
          <p>{copy.sampleText}</p>
          <div className="auth-row">
            <Button variant="primary" onClick={signIn}>
              {texts.signIn}
            </Button>
            <DisabledButtons />
          </div>
        </ProfileCard>
      ) : null}
      {view === 'profile' && user ? (
        <ProfileCard
          user={user}
          moved={moved}
          parts={data.parts?.map(({ name, label }) => (
            <Button key={name} size="small" onClick={() => openPart(name)}>
              {label}
            </Button>
          ))}
        >
          <div className="auth-row">
            {external ? null : <Button onClick={() => turnTo('account')}>{copy.settings}</Button>}
            <Button busy={busy} busyLabel={texts.signedIn.signingOut} onClick={leave}>
              {copy.signOut}
            </Button>
          </div>
        </ProfileCard>
      ) : null}
      {view === 'part' && user && part ? (
        <LazyView load={part} view={{ data, embed: embed!, onBack: () => turnTo('profile') }} />
      ) : null}
      {view === 'account' && user ? (
        <LazyView
          load={accountPanel}
          view={{
            session: embed!.session,
            user,
            passkeys: data.ways?.passkeys ?? false,
            publicKey: data.tenant.public_key,
            onBack: () => turnTo('profile'),
          }}
        />
      ) : null}
    </section>
  )
}

function SignInPrompt({ onSignIn }: { onSignIn: () => void }) {
  return (
    <>
      <p>{texts.profile.signedOut}</p>
      <div className="auth-row">
        <Button variant="primary" onClick={onSignIn}>
          {texts.signIn}
        </Button>
      </div>
    </>
  )
}

/** What a signed-in user could do, beside the sample. */
function DisabledButtons() {
  return (
    <>
      <Button disabled>{texts.profile.settings}</Button>
      <Button disabled>{texts.profile.signOut}</Button>
    </>
  )
}

/** The view follows the session, including changes made by other frames of the tenant. */
function useView(data: AuthPageData, embed: EmbedApi | undefined) {
  const [view, setView] = useState<ViewName>(data.restoring ? 'loading' : 'signed-out')
  const [user, setUser] = useState(embed?.session.user ?? null)
  // Move focus only when the visitor came from another view, not when the page has just loaded.
  const [moved, setMoved] = useState(false)

  useEffect(() => {
    if (!embed || data.error) return undefined
    const { session, arrival } = embed
    const follow = () => {
      setUser(session.user)
      setView((current) => {
        if (current === 'sign-in' && !session.user) return current
        if (!session.user) return 'signed-out'
        return current === 'account' || current === 'part' ? current : 'profile'
      })
    }
    // oxlint-disable-next-line react/set-state-in-effect -- only the frame's storage has the session of an earlier visit
    if (session.likely() && !session.user) setView('loading')
    void arrival.then(follow)
    return session.subscribe(follow)
  }, [embed, data.error])

  return {
    view,
    user,
    moved,
    turnTo: (next: ViewName) => {
      setMoved(true)
      setView(next)
    },
  }
}

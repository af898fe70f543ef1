import '#ui/base/card.css'
import './auth-page.css'
import { useEffect, useRef, useState } from 'react'
import { CallError } from '#kernel/browser/call.ts'
import type { EmbedApi, EmbedPageProps } from '#kernel/browser/embed-page.ts'
import { Auth0Button } from './auth0/auth0-button.tsx'
import { auth0Words } from './auth0/refusals.ts'
import { auth0Address, signInWithAuth0, signOutOfAuth0 } from './auth0/window.ts'
import { AuthForm, type FormProblem, keepTyped, type Typed } from './auth-form.tsx'
import type { AuthPageData, ProviderChoice, Ways } from './data-types.ts'
import { errorWords, isAboutPassword } from './error-words.ts'
import { Later } from './later.tsx'
import { NotLoaded } from './not-loaded.tsx'
import { Problem } from './problem.tsx'
import { strayRefusal } from './provider-answer.ts'
import { SignedIn } from './signed-in.tsx'
import { texts } from './texts/spoken.ts'
import { askInWindow, providerAddress } from './window.ts'

export { language } from './texts/spoken.ts'
export const sample = () => import('./sample.ts')

/** `signup`, `email` and `recovery` wait for a mail (steps/mail-step.tsx). */
type Face = 'loading' | 'form' | 'signup' | 'email' | 'recovery' | 'second' | 'signed-in' | 'account'

/** Faces that go on by themselves once their visitor is signed in. */
const GUIDED: Face[] = ['signup', 'email', 'recovery', 'account']

const PASSWORD_ALONE: Ways = {
  password: true,
  signUp: true,
  emailCode: false,
  passkeys: false,
  providers: [],
}

const mailStep = () => import('./steps/mail-step.tsx').then(({ MailStep }) => MailStep)
const secondStep = () => import('./steps/second-step.tsx').then(({ SecondStep }) => SecondStep)
const accountPanel = () => import('./account/account-panel.tsx').then(({ AccountPanel }) => AccountPanel)

/** What a session says about which face to show. */
const faceOf = ({ user, owed }: EmbedApi['session']): Face => (user ? 'signed-in' : owed ? 'second' : 'form')

export interface AuthPageProps extends EmbedPageProps<AuthPageData> {
  /** Where signing in is the first half of something: called instead of showing who is signed in. */
  onSignedIn?: () => void
}

/** `/embed/auth`: sign in, create an account, or see who is signed in. */
export default function AuthPage({ data, embed, onSignedIn }: AuthPageProps) {
  // Known from the start only to a view that follows another one in this window.
  const [known] = useState(embed?.session.user ?? null)
  const [face, setFace] = useState<Face>(known ? 'signed-in' : data.restoring ? 'loading' : 'form')
  const [problem, setProblem] = useState<FormProblem | null>(null)
  // Who came from another face is led on by focus; who finds the page as it is, is not.
  const [moved, setMoved] = useState(known !== null)
  const [typed] = useState(keepTyped)
  // Why the welcome did not come.
  const [unwelcomed, setUnwelcomed] = useState<unknown>(null)
  const midway = onSignedIn !== undefined
  // Its origin until it has introduced itself.
  const hostPage = useRef(data.parentOrigin ? `${data.parentOrigin}/` : '')

  function turnTo(next: Face) {
    setProblem(null)
    setUnwelcomed(null)
    setMoved(true)
    setFace(next)
  }

  useEffect(() => {
    if (!embed || data.error) return undefined
    async function arrive({ arrival, session }: EmbedApi) {
      if (session.likely() && !session.user) setFace('loading')
      void embed!.host().then(({ framed, pageUrl }) => (hostPage.current = framed || midway ? pageUrl : ''))
      const { problem: failed } = await arrival
      const next = faceOf(session)
      // Somebody may have gone on already, on a page that woke up by their click.
      setFace((at) => (at === 'loading' || next !== 'form' ? next : at))
      const refused = strayRefusal()
      if (failed) setProblem({ words: texts.errors.handOver })
      else if (refused) setProblem({ words: errorWords(refused) })
    }
    void arrive(embed)
    // Signed in or out: here, or in another frame of the same tenant.
    const { session } = embed
    return session.subscribe(() => {
      const next = faceOf(session)
      if (next !== 'form') typed.set({ password: '' })
      // Whoever comes next has missed no welcome.
      if (next !== 'signed-in') setUnwelcomed(null)
      setFace((at) => {
        if (next !== 'form') return GUIDED.includes(at) ? at : next
        return GUIDED.includes(at) && at !== 'account' ? at : 'form'
      })
    })
  }, [embed, data.error, typed, midway])

  useEffect(() => {
    if (face === 'signed-in') onSignedIn?.()
  }, [face, onSignedIn])

  if (data.error || !data.tenant) return <Problem error={data.error} />
  const publicKey = data.tenant.public_key

  /** Shows what went wrong; what was typed stays. */
  async function attempt(work: () => Promise<unknown>) {
    setProblem(null)
    try {
      await work()
    } catch (why) {
      setProblem({ words: errorWords(why), ...(isAboutPassword(why) ? { field: 'password' as const } : {}) })
    }
  }

  async function welcome(id: string) {
    const { session } = embed!
    await embed!.show('success').catch((why: unknown) => {
      turnTo(faceOf(session))
      // It may have taken long, and somebody else be here by now.
      if (session.user?.id === id) setUnwelcomed(why)
    })
  }

  /** On to the welcome, or to what is still owed. */
  function goOn() {
    if (embed!.session.user && onSignedIn) onSignedIn()
    else if (embed!.session.user) void welcome(embed!.session.user.id)
    else turnTo(faceOf(embed!.session))
  }

  const submit = ({ mode, email, password }: Typed) =>
    attempt(async () => {
      const { session } = embed!
      if (mode === 'sign-in') await session.signIn(email, password)
      else if (!(await session.signUp(email, password, await mailTarget()))) return turnTo('signup')
      goOn()
    })

  const withPasskey = () =>
    attempt(async () => {
      const { signInWithPasskey } = await import('./passkey-sign-in.ts')
      await signInWithPasskey(embed!.session)
      goOn()
    })

  function withProvider(provider: ProviderChoice) {
    // Opened before anything is awaited: browsers allow windows only inside the click.
    const handed = askInWindow(providerAddress(publicKey, provider, hostPage.current))
    return attempt(async () => {
      if (!handed) {
        // Without a window the whole page goes, and comes back by itself.
        const { framed, pageUrl } = await embed!.host()
        const address = providerAddress(publicKey, provider, framed || midway ? pageUrl : '')
        return embed!.leave(new URL(address, location.href).href)
      }
      await embed!.session.enter('/token?grant_type=pkce', await handed)
      goOn()
    })
  }

  /** @throws {CallError} inside, shown at the button */
  async function withAuth0() {
    const { auth0_domain, auth0_client_id } = data.tenant!
    setProblem(null)
    try {
      if (!auth0_domain || !auth0_client_id) throw new CallError(0, 'auth0_not_configured', '')
      // Opened before anything is awaited: browsers allow windows only inside the click.
      const signedIn = signInWithAuth0(embed!, { publicKey, back: hostPage.current }, goOn)
      if (signedIn) return await signedIn
      // Without a window the whole page goes, and comes back by itself.
      const { framed, pageUrl } = await embed!.host()
      const address = auth0Address(publicKey, 'begin', framed || midway ? pageUrl : '')
      embed!.leave(new URL(address, location.href).href)
    } catch (why) {
      const words = auth0Words(why)
      if (words) setProblem({ words })
    }
  }

  /** Where mails lead in the end: the page this block stands on, else the block alone. */
  async function mailTarget(): Promise<string> {
    const { framed, pageUrl } = await embed!.host()
    return framed ? pageUrl : `${location.origin}/embed/auth?tenant=${publicKey}`
  }

  const external = data.tenant.auth_provider === 'auth0'
  const user = embed?.session.user
  // Fields say by themselves what they are for; one button or two do not.
  const bare = face === 'form' && (external || data.ways?.password === false)
  return (
    <section className="bb-card auth-card" aria-live="polite" aria-busy={face === 'loading' || undefined}>
      <h1 className={bare ? undefined : 'auth-title'}>{texts.mode}</h1>
      {face === 'loading' ? <p className="auth-loading">{texts.loading}</p> : null}
      {face === 'form' && external ? (
        <Auth0Button problem={problem?.words ?? ''} onSignIn={withAuth0} />
      ) : null}
      {face === 'form' && !external ? (
        <AuthForm
          ways={data.ways ?? PASSWORD_ALONE}
          typed={typed}
          problem={problem}
          onSubmit={submit}
          onChange={() => setProblem(null)}
          onForgot={() => turnTo('recovery')}
          onEmailCode={() => turnTo('email')}
          onPasskey={withPasskey}
          onProvider={withProvider}
        />
      ) : null}
      {face === 'signup' || face === 'email' || face === 'recovery' ? (
        <Later
          load={mailStep}
          view={{
            session: embed!.session,
            kind: face,
            email: typed.get().email,
            target: mailTarget,
            onBack() {
              typed.set({ mode: 'sign-in' })
              turnTo('form')
            },
            onDone: goOn,
            onSignedInElsewhere: () => setFace('signed-in'),
          }}
        />
      ) : null}
      {face === 'second' && embed?.session.owed ? (
        <Later load={secondStep} view={{ session: embed.session, onDone: goOn }} />
      ) : null}
      {face === 'signed-in' && unwelcomed ? <NotLoaded why={unwelcomed} /> : null}
      {face === 'signed-in' && user && !midway ? (
        <SignedIn
          user={user}
          moved={moved}
          onAccount={external ? undefined : () => turnTo('account')}
          onSignOut={() =>
            external ? signOutOfAuth0(embed, { publicKey, back: hostPage.current }) : embed.session.signOut()
          }
        />
      ) : null}
      {face === 'account' && user ? (
        <Later
          load={accountPanel}
          view={{
            session: embed.session,
            user,
            passkeys: data.ways?.passkeys ?? false,
            publicKey,
            onBack: () => turnTo('signed-in'),
          }}
        />
      ) : null}
    </section>
  )
}

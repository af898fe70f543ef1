import '#ui/base/card.css'
import './auth-page.css'
import { useEffect, useRef, useState } from 'react'
import { CallError } from '#kernel/browser/call.ts'
import type { EmbedApi, EmbedPageProps } from '#kernel/browser/embed-page.ts'
import { Auth0Button } from './auth0/auth0-button.tsx'
import { auth0ErrorMessage } from './auth0/auth0-error.ts'
import { auth0Address, signInWithAuth0, signOutOfAuth0 } from './auth0/window.ts'
import { AuthForm, type FormProblem, createFormDraftStore, type FormDraft } from './auth-form.tsx'
import type { AuthPageData, ProviderChoice, SignInMethods } from './data-types.ts'
import { errorMessage, isAboutPassword } from './error-message.ts'
import { LazyView } from './lazy-view.tsx'
import { NotLoaded } from './not-loaded.tsx'
import { Problem } from './problem.tsx'
import { unmatchedProviderError } from './provider-response.ts'
import { SignedIn } from './signed-in.tsx'
import { texts } from './texts/spoken.ts'
import { requestFromWindow, providerAddress } from './window.ts'

export { language } from './texts/spoken.ts'
export const sample = () => import('./sample.ts')

/** `signup`, `email` and `recovery` wait for an email (steps/mail-step.tsx). */
type ViewName = 'loading' | 'form' | 'signup' | 'email' | 'recovery' | 'second' | 'signed-in' | 'account'

/** Views that control what follows sign-in themselves. */
const SELF_GUIDED: ViewName[] = ['signup', 'email', 'recovery', 'account']

const PASSWORD_ONLY: SignInMethods = {
  password: true,
  signUp: true,
  emailCode: false,
  passkeys: false,
  providers: [],
}

const mailStep = () => import('./steps/mail-step.tsx').then(({ MailStep }) => MailStep)
const secondStep = () => import('./steps/second-step.tsx').then(({ SecondStep }) => SecondStep)
const accountPanel = () => import('./account/account-panel.tsx').then(({ AccountPanel }) => AccountPanel)

/** Chooses the view for the state of the session. */
const viewOf = ({ user, owed }: EmbedApi['session']): ViewName =>
  user ? 'signed-in' : owed ? 'second' : 'form'

export interface AuthPageProps extends EmbedPageProps<AuthPageData> {
  /** For pages where signing in is only the first step: called instead of showing the signed-in view. */
  onSignedIn?: () => void
}

/** `/embed/auth`: sign in, create an account, or see who is signed in. */
export default function AuthPage({ data, embed, onSignedIn }: AuthPageProps) {
  // Set at the first render only when another view came before this one in the window.
  const [initialUser] = useState(embed?.session.user ?? null)
  const [view, setView] = useState<ViewName>(initialUser ? 'signed-in' : data.restoring ? 'loading' : 'form')
  const [problem, setProblem] = useState<FormProblem | null>(null)
  // Move focus only when the visitor came from another view, not when the page has just loaded.
  const [moved, setMoved] = useState(initialUser !== null)
  const [typed] = useState(createFormDraftStore)
  // Why the welcome page failed to load.
  const [welcomeError, setWelcomeError] = useState<unknown>(null)
  const isIntermediateStep = onSignedIn !== undefined
  // The host page's origin until it has sent its full address.
  const hostPage = useRef(data.parentOrigin ? `${data.parentOrigin}/` : '')

  function turnTo(next: ViewName) {
    setProblem(null)
    setWelcomeError(null)
    setMoved(true)
    setView(next)
  }

  useEffect(() => {
    if (!embed || data.error) return undefined
    async function arrive({ arrival, session }: EmbedApi) {
      if (session.likely() && !session.user) setView('loading')
      void embed!
        .host()
        .then(({ framed, pageUrl }) => (hostPage.current = framed || isIntermediateStep ? pageUrl : ''))
      const { problem: failed } = await arrival
      const next = viewOf(session)
      // The visitor may already have moved on, if their click hydrated the page.
      setView((current) => (current === 'loading' || next !== 'form' ? next : current))
      const refused = unmatchedProviderError()
      if (failed) setProblem({ message: texts.errors.handOver })
      else if (refused) setProblem({ message: errorMessage(refused) })
    }
    void arrive(embed)
    // The user signed in or out here or in another frame of the same tenant.
    const { session } = embed
    return session.subscribe(() => {
      const next = viewOf(session)
      if (next !== 'form') typed.set({ password: '' })
      // The failed welcome concerned the user who was signed in then.
      if (next !== 'signed-in') setWelcomeError(null)
      setView((current) => {
        if (next !== 'form') return SELF_GUIDED.includes(current) ? current : next
        return SELF_GUIDED.includes(current) && current !== 'account' ? current : 'form'
      })
    })
  }, [embed, data.error, typed, isIntermediateStep])

  useEffect(() => {
    if (view === 'signed-in') onSignedIn?.()
  }, [view, onSignedIn])

  if (data.error || !data.tenant) return <Problem error={data.error} />
  const publicKey = data.tenant.public_key

  /** Shows an error and keeps what was typed. */
  async function attempt(work: () => Promise<unknown>) {
    setProblem(null)
    try {
      await work()
    } catch (why) {
      setProblem({
        message: errorMessage(why),
        ...(isAboutPassword(why) ? { field: 'password' as const } : {}),
      })
    }
  }

  async function welcome(id: string) {
    const { session } = embed!
    await embed!.show('success').catch((why: unknown) => {
      turnTo(viewOf(session))
      // Loading may have taken long; another user may be signed in by now.
      if (session.user?.id === id) setWelcomeError(why)
    })
  }

  /** Continues to the welcome page, or to a pending second step. */
  function goOn() {
    if (embed!.session.user && onSignedIn) onSignedIn()
    else if (embed!.session.user) void welcome(embed!.session.user.id)
    else turnTo(viewOf(embed!.session))
  }

  const submit = ({ mode, email, password }: FormDraft) =>
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
    // Browsers allow popups only inside the click handler, so open it before the first await.
    const handed = requestFromWindow(providerAddress(publicKey, provider, hostPage.current))
    return attempt(async () => {
      if (!handed) {
        // The popup was blocked: the whole page goes to the provider and returns.
        const { framed, pageUrl } = await embed!.host()
        const address = providerAddress(publicKey, provider, framed || isIntermediateStep ? pageUrl : '')
        return embed!.leave(new URL(address, location.href).href)
      }
      await embed!.session.enter('/token?grant_type=pkce', await handed)
      goOn()
    })
  }

  /** @throws {CallError} caught here and shown at the button */
  async function withAuth0() {
    const { auth0_domain, auth0_client_id } = data.tenant!
    setProblem(null)
    try {
      if (!auth0_domain || !auth0_client_id) throw new CallError(0, 'auth0_not_configured', '')
      // Browsers allow popups only inside the click handler, so open it before the first await.
      const signedIn = signInWithAuth0(embed!, { publicKey, back: hostPage.current }, goOn)
      if (signedIn) return await signedIn
      // The popup was blocked: the whole page goes to Auth0 and returns.
      const { framed, pageUrl } = await embed!.host()
      const address = auth0Address(publicKey, 'begin', framed || isIntermediateStep ? pageUrl : '')
      embed!.leave(new URL(address, location.href).href)
    } catch (why) {
      const message = auth0ErrorMessage(why)
      if (message) setProblem({ message })
    }
  }

  /** Where email links finally lead: the host page, or this page when it is not in a frame. */
  async function mailTarget(): Promise<string> {
    const { framed, pageUrl } = await embed!.host()
    return framed ? pageUrl : `${location.origin}/embed/auth?tenant=${publicKey}`
  }

  const external = data.tenant.auth_provider === 'auth0'
  const user = embed?.session.user
  // Fields explain themselves; one or two lone buttons need a visible heading.
  const bare = view === 'form' && (external || data.ways?.password === false)
  return (
    <section className="bb-card auth-card" aria-live="polite" aria-busy={view === 'loading' || undefined}>
      <h1 className={bare ? undefined : 'auth-title'}>{texts.mode}</h1>
      {view === 'loading' ? <p className="auth-loading">{texts.loading}</p> : null}
      {view === 'form' && external ? (
        <Auth0Button problem={problem?.message ?? ''} onSignIn={withAuth0} />
      ) : null}
      {view === 'form' && !external ? (
        <AuthForm
          ways={data.ways ?? PASSWORD_ONLY}
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
      {view === 'signup' || view === 'email' || view === 'recovery' ? (
        <LazyView
          load={mailStep}
          view={{
            session: embed!.session,
            kind: view,
            email: typed.get().email,
            target: mailTarget,
            onBack() {
              typed.set({ mode: 'sign-in' })
              turnTo('form')
            },
            onDone: goOn,
            onSignedInElsewhere: () => setView('signed-in'),
          }}
        />
      ) : null}
      {view === 'second' && embed?.session.owed ? (
        <LazyView load={secondStep} view={{ session: embed.session, onDone: goOn }} />
      ) : null}
      {view === 'signed-in' && welcomeError ? <NotLoaded why={welcomeError} /> : null}
      {view === 'signed-in' && user && !isIntermediateStep ? (
        <SignedIn
          user={user}
          moved={moved}
          onAccount={external ? undefined : () => turnTo('account')}
          onSignOut={() =>
            external ? signOutOfAuth0(embed, { publicKey, back: hostPage.current }) : embed.session.signOut()
          }
        />
      ) : null}
      {view === 'account' && user ? (
        <LazyView
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

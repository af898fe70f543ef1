import '#ui/base/card.css'
import './auth-page.css'
import type { EmbedPageProps } from '#kernel/browser/embed-page.ts'
import { Auth0Button } from './auth0/auth0-button.tsx'
import { AuthForm } from './auth-form.tsx'
import type { AuthPageData, SignInMethods } from './data-types.ts'
import { LazyView } from './lazy-view.tsx'
import { NotLoaded } from './not-loaded.tsx'
import { Problem } from './problem.tsx'
import { SignedIn } from './signed-in.tsx'
import type { ViewName } from './signing-in.ts'
import { texts } from './texts/spoken.ts'
import { useSigningIn } from './use-signing-in.ts'

export { language } from './texts/spoken.ts'
export const sample = () => import('./sample.ts')

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

export interface AuthPageProps extends EmbedPageProps<AuthPageData> {
  /** For pages where signing in is only the first step: called instead of showing the signed-in view. */
  onSignedIn?: () => void
}

/** `/embed/auth`: sign in, create an account, or see who is signed in. */
export default function AuthPage({ data, embed, onSignedIn }: AuthPageProps) {
  const { state, send, goOn, typed, mailTarget, ...actions } = useSigningIn(data, embed, onSignedIn)
  const { view, problem, welcomeError } = state
  const turnTo = (to: ViewName) => send({ type: 'turned', to })

  if (data.error || !data.tenant) return <Problem error={data.error} />
  const publicKey = data.tenant.public_key

  const external = data.tenant.auth_provider === 'auth0'
  const user = embed?.session.user
  // Fields explain themselves; one or two lone buttons need a visible heading.
  const bare = view === 'form' && (external || data.ways?.password === false)
  return (
    <section
      className="bb-card auth-card"
      aria-live="polite"
      aria-busy={view === 'loading' || undefined}
      data-signed-out={view === 'form' || undefined}
      data-signed-in={view === 'signed-in' || undefined}
    >
      <h1 className={bare ? undefined : 'auth-title'}>{texts.mode}</h1>
      {view === 'loading' ? <p className="auth-loading">{texts.loading}</p> : null}
      {view === 'form' && external ? (
        <Auth0Button problem={problem?.message ?? ''} onSignIn={actions.withAuth0} />
      ) : null}
      {view === 'form' && !external ? (
        <AuthForm
          ways={data.ways ?? PASSWORD_ONLY}
          typed={typed}
          problem={problem}
          onSubmit={actions.submit}
          onChange={() => send({ type: 'retried' })}
          onForgot={() => turnTo('recovery')}
          onEmailCode={() => turnTo('email')}
          onPasskey={actions.withPasskey}
          onProvider={actions.withProvider}
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
            onBack: () => send({ type: 'back-to-form' }),
            onDone: goOn,
            onSignedInElsewhere: () => send({ type: 'signed-in-elsewhere' }),
          }}
        />
      ) : null}
      {view === 'second' && embed?.session.owed ? (
        <LazyView load={secondStep} view={{ session: embed.session, onDone: goOn }} />
      ) : null}
      {view === 'signed-in' && welcomeError ? <NotLoaded why={welcomeError} /> : null}
      {view === 'signed-in' && user && !onSignedIn ? (
        <SignedIn
          user={user}
          moved={state.moved}
          onAccount={external ? undefined : () => turnTo('account')}
          onSignOut={actions.signOut}
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

// The state machine of the sign-in page: which view follows which event. It makes no calls itself;
// use-signing-in.ts performs its effects.
import type { Step } from '#ui/base/use-machine.ts'
import type { FormProblem } from './auth-form.tsx'

/** A view that follows from the session alone. */
export type SessionView = 'form' | 'second' | 'signed-in'
/** `signup`, `email` and `recovery` wait for an email (steps/mail-step.tsx). */
export type ViewName = SessionView | 'loading' | 'signup' | 'email' | 'recovery' | 'account'

export interface SignInState {
  view: ViewName
  problem: FormProblem | null
  /** Move focus only when the visitor came from another view, not when the page has just loaded. */
  moved: boolean
  /** Why the welcome page failed to load. */
  welcomeError: unknown
}

export type SignInEvent =
  /** An earlier visit has left a session, which is being restored. */
  | { type: 'restoring' }
  | { type: 'arrived'; next: SessionView; problem: FormProblem | null }
  /** The user signed in or out here or in another frame of the same tenant. */
  | { type: 'session-changed'; next: SessionView }
  /** The visitor tries again or changes the form, so an earlier error no longer applies. */
  | { type: 'retried' }
  | { type: 'failed'; problem: FormProblem }
  /** A sign-in step succeeded. `userId` is null when a second step is required. */
  | { type: 'entered'; next: SessionView; userId: string | null; intermediate: boolean }
  | { type: 'turned'; to: ViewName }
  | { type: 'back-to-form' }
  /** The link in an email was opened in another window. */
  | { type: 'signed-in-elsewhere' }
  /** @param sameUser loading may have taken long; another user may be signed in by now */
  | { type: 'welcome-failed'; next: SessionView; sameUser: boolean; why: unknown }

export type SignInEffect =
  | { type: 'forget-password' }
  | { type: 'select-sign-in' }
  | { type: 'show-welcome'; userId: string }
  /** Reports to the page for which signing in is only the first step. */
  | { type: 'report' }

type SignInStep = Step<SignInState, SignInEffect>

/** Views that control what follows sign-in themselves. */
const SELF_GUIDED: ViewName[] = ['signup', 'email', 'recovery', 'account']

/** @param signedIn true only when another view came before this one in the window */
export const firstState = (signedIn: boolean, restoring: boolean): SignInState => ({
  view: signedIn ? 'signed-in' : restoring ? 'loading' : 'form',
  problem: null,
  moved: signedIn,
  welcomeError: null,
})

export function reduceSigningIn(state: SignInState, event: SignInEvent): SignInStep {
  const { view } = state
  switch (event.type) {
    case 'restoring':
      return [{ ...state, view: 'loading' }]
    case 'arrived': {
      const { next, problem } = event
      // The visitor may already have moved on, if their click hydrated the page.
      const stays = view !== 'loading' && next === 'form'
      return [{ ...state, view: stays ? view : next, problem: problem ?? state.problem }]
    }
    case 'session-changed':
      return sessionChanged(state, event.next)
    case 'retried':
      return [{ ...state, problem: null }]
    case 'failed':
      return [{ ...state, problem: event.problem }]
    case 'entered':
      if (event.userId === null) return [turn(event.next)]
      return [state, event.intermediate ? { type: 'report' } : { type: 'show-welcome', userId: event.userId }]
    case 'turned':
      return [turn(event.to)]
    case 'back-to-form':
      return [turn('form'), { type: 'select-sign-in' }]
    case 'signed-in-elsewhere':
      return [{ ...state, view: 'signed-in' }]
    case 'welcome-failed':
    default:
      return [{ ...turn(event.next), welcomeError: event.sameUser ? event.why : null }]
  }
}

const turn = (view: ViewName): SignInState => ({ view, problem: null, moved: true, welcomeError: null })

function sessionChanged(state: SignInState, next: SessionView): SignInStep {
  const guided = SELF_GUIDED.includes(state.view)
  if (next === 'form') {
    const view = guided && state.view !== 'account' ? state.view : 'form'
    return [{ ...state, view, welcomeError: null }]
  }
  // A failed welcome concerned the user who was signed in then.
  const welcomeError = next === 'signed-in' ? state.welcomeError : null
  return [{ ...state, view: guided ? state.view : next, welcomeError }, { type: 'forget-password' }]
}

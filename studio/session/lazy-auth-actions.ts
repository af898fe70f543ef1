import type { authActions } from './auth-actions.ts'

type Actions = typeof authActions

/** If their code cannot be loaded, they report what they report without a network. */
const UNREACHABLE = { error: { status: 0 }, signedIn: false }

/** The sign-in functions, whose code no first view needs: it is loaded by the first call. */
export const lazyAuthActions: Actions = {
  signIn: (...given) => load().then(({ signIn }) => signIn(...given), refuse),
  signUp: (...given) => load().then(({ signUp }) => signUp(...given), refuse),
  confirm: (...given) => load().then(({ confirm }) => confirm(...given), refuse),
  confirmCode: (...given) => load().then(({ confirmCode }) => confirmCode(...given), refuse),
  resend: (...given) => load().then(({ resend }) => resend(...given), refuse),
}

async function load(): Promise<Actions> {
  return (await import('./auth-actions.ts')).authActions
}

const refuse = () => UNREACHABLE

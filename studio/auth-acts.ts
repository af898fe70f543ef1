import { authClient } from './auth-client.ts'
import type { Auth } from './session-context.ts'

/** The address on this origin that a mail or a provider leads back to. */
export const returnTo = (path = '/') => `${location.origin}${path}`

/** The acts of signing in that need nothing but the client. */
export const acts: Pick<Auth, 'signIn' | 'signUp' | 'confirm' | 'confirmCode' | 'resend'> = {
  async signIn(email, password) {
    const { error } = await (await authClient()).signInWithPassword({ email, password })
    return { error }
  },
  async signUp(email, password, next) {
    const options = { emailRedirectTo: returnTo(next) }
    const { data, error } = await (await authClient()).signUp({ email, password, options })
    return { error, signedIn: data.session !== null }
  },
  async confirm(tokenHash, type) {
    const { data, error } = await (await authClient()).verifyOtp({ token_hash: tokenHash, type })
    return { error, signedIn: data.session !== null }
  },
  async confirmCode(email, code, type) {
    const { data, error } = await (await authClient()).verifyOtp({ email, token: code, type })
    return { error, signedIn: data.session !== null }
  },
  async resend(email, next) {
    const options = { emailRedirectTo: returnTo(next) }
    const { error } = await (await authClient()).resend({ type: 'signup', email, options })
    return { error }
  },
}

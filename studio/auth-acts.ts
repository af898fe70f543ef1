import type { EmailOtpType } from '@supabase/auth-js'
import { authCall } from './auth-call.ts'
import { authClient, mailClient } from './auth-client.ts'
import type { Auth, Confirmed } from './session-context.ts'

/** The address on this origin that a mail or a provider leads back to. */
export const returnTo = (path = '/') => `${location.origin}${path}`

/**
 * Redeems a link that a client asked for with a challenge (RFC 7636): the answer is a code, which only the browser
 * that keeps the verifier can trade for a session. What the link stood for is done all the same.
 */
async function confirmForClient(tokenHash: string, type: EmailOtpType): Promise<Confirmed> {
  const { data, error } = await authCall<{ redirect_to?: string }>('POST', '/verify', {
    token_hash: tokenHash,
    type,
  })
  if (error) return { error, signedIn: false }
  const code = data?.redirect_to && new URL(data.redirect_to).searchParams.get('code')
  if (!code) return { error: null, signedIn: false }
  const traded = await (await authClient()).exchangeCodeForSession(code)
  return { error: null, signedIn: !traded.error, elsewhere: traded.error !== null }
}

/** The acts of signing in that need nothing but the client. */
export const acts: Pick<Auth, 'signIn' | 'signUp' | 'confirm' | 'confirmCode' | 'resend'> = {
  async signIn(email, password) {
    const { error } = await (await authClient()).signInWithPassword({ email, password })
    return { error }
  },
  async signUp(email, password, next) {
    const options = { emailRedirectTo: returnTo(next) }
    const { data, error } = await (await mailClient()).signUp({ email, password, options })
    if (error || !data.session) return { error, signedIn: false }
    // Where no confirmation is asked for, the answer is the session.
    const kept = await (await authClient()).setSession(data.session)
    return { error: kept.error, signedIn: !kept.error }
  },
  async confirm(tokenHash, type) {
    if (tokenHash.startsWith('pkce_')) return confirmForClient(tokenHash, type)
    const { data, error } = await (await authClient()).verifyOtp({ token_hash: tokenHash, type })
    return { error, signedIn: data.session !== null }
  },
  async confirmCode(email, code, type) {
    const { data, error } = await (await authClient()).verifyOtp({ email, token: code, type })
    return { error, signedIn: data.session !== null }
  },
  async resend(email, next) {
    const options = { emailRedirectTo: returnTo(next) }
    const { error } = await (await mailClient()).resend({ type: 'signup', email, options })
    return { error }
  },
}

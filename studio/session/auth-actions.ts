import type { EmailOtpType } from '@supabase/auth-js'
import { markNewAccount } from '../auth/new-account.ts'
import { authCall } from './auth-call.ts'
import { authClient, emailAuthClient } from './auth-client.ts'
import type { Auth, ConfirmResult } from './session-context.ts'

/** Returns the return URL on this origin for an email link or a provider. */
export const returnUrl = (path = '/') => `${location.origin}${path}`

/**
 * Redeems an email link that was requested with a PKCE challenge (RFC 7636). The response is a code that only
 * the browser with the verifier can exchange for a session. The link takes effect (for example, confirms the
 * email) either way.
 */
async function confirmForClient(tokenHash: string, type: EmailOtpType): Promise<ConfirmResult> {
  const { data, error } = await authCall<{ redirect_to?: string }>('POST', '/verify', {
    token_hash: tokenHash,
    type,
  })
  if (error) return { error, signedIn: false }
  const code = data?.redirect_to && new URL(data.redirect_to).searchParams.get('code')
  if (!code) return { error: null, signedIn: false }
  const exchanged = await (await authClient()).exchangeCodeForSession(code)
  return { error: null, signedIn: !exchanged.error, elsewhere: exchanged.error !== null }
}

/** Redeems the token of an emailed link. */
async function redeem(tokenHash: string, type: EmailOtpType): Promise<ConfirmResult> {
  if (tokenHash.startsWith('pkce_')) return confirmForClient(tokenHash, type)
  const { data, error } = await (await authClient()).verifyOtp({ token_hash: tokenHash, type })
  return { error, signedIn: data.session !== null }
}

/** The sign-in functions that need only the auth client. */
export const authActions: Pick<Auth, 'signIn' | 'signUp' | 'confirm' | 'confirmCode' | 'resend'> = {
  async signIn(email, password) {
    const { error } = await (await authClient()).signInWithPassword({ email, password })
    return { error }
  },
  async signUp(email, password, next) {
    const options = { emailRedirectTo: returnUrl(next) }
    const { data, error } = await (await emailAuthClient()).signUp({ email, password, options })
    if (error || !data.session) return { error, signedIn: false }
    // If the server requires no confirmation, its response contains the session.
    markNewAccount(true)
    const stored = await (await authClient()).setSession(data.session)
    return { error: stored.error, signedIn: !stored.error }
  },
  confirm: redeem,
  async confirmCode(email, code, type) {
    const { data, error } = await (await authClient()).verifyOtp({ email, token: code, type })
    return { error, signedIn: data.session !== null }
  },
  async resend(email, next) {
    const options = { emailRedirectTo: returnUrl(next) }
    const { error } = await (await emailAuthClient()).resend({ type: 'signup', email, options })
    return { error }
  },
}

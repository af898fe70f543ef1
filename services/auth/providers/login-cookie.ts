import { getCookie, setCookie } from 'hono/cookie'
import type { AppContext } from '#kernel/http/context.ts'
import { tokenHash } from '#kernel/secrets/one-time-token.ts'
import { LOGIN_SECONDS } from './logins.ts'

// A login belongs to the browser that began it: else somebody could send their own half-finished login to another
// person, who would go on in the wrong account without noticing.

/** Each login has a cookie of its own: two windows may sign in at once. */
const nameFor = (state: string) => `__Host-bb-login-${tokenHash(state).toString('hex').slice(0, 12)}`

const ATTRIBUTES = { path: '/', secure: true, httpOnly: true } as const

/**
 * Marks the browser with a secret whose hash is stored with the login.
 * @param posted a form that the provider's page posts to us comes without cookies of the kinds Lax and Strict
 */
export function markBrowser(c: AppContext, state: string, secret: string, posted: boolean): void {
  setCookie(c, nameFor(state), secret, {
    ...ATTRIBUTES,
    maxAge: LOGIN_SECONDS,
    sameSite: posted ? 'None' : 'Lax',
  })
}

/** The browser's secret for this login, which is used up by reading it; empty without one. */
export function readMark(c: AppContext, state: string): string {
  const secret = getCookie(c, nameFor(state)) ?? ''
  if (secret) setCookie(c, nameFor(state), '', { ...ATTRIBUTES, maxAge: 0 })
  return secret
}

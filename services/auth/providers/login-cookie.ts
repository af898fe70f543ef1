import { getCookie, setCookie } from 'hono/cookie'
import type { AppContext } from '#kernel/http/context.ts'
import { tokenHash } from '#kernel/secrets/one-time-token.ts'
import { LOGIN_SECONDS } from './logins.ts'

// Binds a login to the browser that started it. Otherwise an attacker could send their own half-finished
// login to a victim, who would continue in the wrong account without noticing.

/** Each login has its own cookie, so that two windows can sign in concurrently. */
const nameFor = (state: string) => `__Host-bb-login-${tokenHash(state).toString('hex').slice(0, 12)}`

const ATTRIBUTES = { path: '/', secure: true, httpOnly: true } as const

/**
 * Sets a cookie with a secret whose hash is stored with the login.
 * @param posted whether the provider posts a form to us: such a request comes without Lax and Strict cookies
 */
export function markBrowser(c: AppContext, state: string, secret: string, posted: boolean): void {
  setCookie(c, nameFor(state), secret, {
    ...ATTRIBUTES,
    maxAge: LOGIN_SECONDS,
    sameSite: posted ? 'None' : 'Lax',
  })
}

/** Reads the browser's secret for this login and deletes the cookie. Empty if there is none. */
export function readMark(c: AppContext, state: string): string {
  const secret = getCookie(c, nameFor(state)) ?? ''
  if (secret) setCookie(c, nameFor(state), '', { ...ATTRIBUTES, maxAge: 0 })
  return secret
}

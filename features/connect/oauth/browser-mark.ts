import { parse, serialize } from 'hono/utils/cookie'
import { tokenHash } from '#kernel/secrets/one-time-token.ts'

// An authorization is bound to the browser that requested it (CSRF protection). Otherwise an attacker could
// send a victim the attacker's link and have the victim connect their own account to the attacker's tenant.

export const OAUTH_SECONDS = 600

/** Each authorization has its own cookie: two windows may start one at the same time. */
const nameFor = (state: string) =>
  `__Host-bb-connect-${tokenHash(state).toString('hex').slice(0, 12)}` as const

/** Lax, because the provider returns by a plain navigation. */
const ATTRIBUTES = { path: '/', secure: true, httpOnly: true, sameSite: 'Lax' } as const

/** The header that sets the cookie with the state's secret. */
export const markHeader = (state: string, secret: string): string =>
  serialize(nameFor(state), secret, { ...ATTRIBUTES, maxAge: OAUTH_SECONDS })

/** The header that clears the cookie. */
export const unmarkHeader = (state: string): string =>
  serialize(nameFor(state), '', { ...ATTRIBUTES, maxAge: 0 })

/** The browser's secret for this state; empty without one. */
export function readMark(cookies: string | undefined, state: string): string {
  const name = nameFor(state)
  return parse(cookies ?? '', name)[name] ?? ''
}

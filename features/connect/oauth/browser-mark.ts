import { parse, serialize } from 'hono/utils/cookie'
import { tokenHash } from '#kernel/secrets/one-time-token.ts'

// An authorization belongs to the browser that asked for it: else somebody could send the address of theirs to another
// person, who would let them use an account that is not theirs.

export const OAUTH_SECONDS = 600

/** Each authorization has a cookie of its own: two windows may ask at once. */
const nameFor = (state: string) =>
  `__Host-bb-connect-${tokenHash(state).toString('hex').slice(0, 12)}` as const

/** Lax: the provider leads back by a plain navigation. */
const ATTRIBUTES = { path: '/', secure: true, httpOnly: true, sameSite: 'Lax' } as const

/** The header that marks the browser with the secret of a state. */
export const markHeader = (state: string, secret: string): string =>
  serialize(nameFor(state), secret, { ...ATTRIBUTES, maxAge: OAUTH_SECONDS })

/** The header that takes the mark away again. */
export const unmarkHeader = (state: string): string =>
  serialize(nameFor(state), '', { ...ATTRIBUTES, maxAge: 0 })

/** The browser's secret for this state; empty without one. */
export function readMark(cookies: string | undefined, state: string): string {
  const name = nameFor(state)
  return parse(cookies ?? '', name)[name] ?? ''
}

import { createHash } from 'node:crypto'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import type { AppContext } from '#kernel/http/context.ts'
import { authErrors } from '../errors.ts'
import type { Pool } from '../pool.ts'
import type { SessionBody } from './session-body.ts'

// Embedded pages may store the refresh token where scripts cannot read it: in a cookie that is partitioned by
// the site around the frame. They request it with the header `x-bb-session: cookie`.

const HEADER = 'x-bb-session'
/** Value in the body in place of a token that is in the cookie. */
const IN_COOKIE = 'cookie'
const NINETY_DAYS = 90 * 86_400

/** Attributes of the cookie. `__Host-` binds it to this host and path. */
const ATTRIBUTES = { path: '/', secure: true, httpOnly: true, sameSite: 'None', partitioned: true } as const

/** One cookie per tenant, because frames of several tenants may share a page. */
export const sessionCookieName = (publicKey: string) =>
  `__Host-bb-${createHash('sha256').update(publicKey).digest('hex').slice(0, 12)}`
const nameFor = (pool: Pool) => sessionCookieName(pool.audience)

/**
 * Whether the refresh token of this request is in the cookie.
 * @throws {AppError} 403 origin_not_allowed unless it comes from one of our pages: browsers send the cookie
 *   automatically, so elsewhere any page could act as the visitor; 400 outside a tenant's pool
 */
export function usesCookie(c: AppContext, pool: Pool): boolean {
  const transport = c.req.header(HEADER)
  if (transport === undefined) return false
  if (transport !== IN_COOKIE || !pool.tenant)
    throw authErrors.validation_failed({ text: `${HEADER} is "cookie", with a tenant's public key` })
  if (!fromOwnPage(c)) throw authErrors.origin_not_allowed()
  return true
}

/** Whether one of our pages made the request. Browsers set Origin on every POST and no page can change it. */
export function fromOwnPage(c: AppContext): boolean {
  const { publicUrl, embedOrigin } = c.get('kernel').config
  const origin = c.req.header('origin')
  if (!origin) return false
  return [publicUrl, embedOrigin.live, embedOrigin.test].some((ours) => new URL(ours).origin === origin)
}

/** Responds with a session. With the cookie, the body's refresh token is the word `cookie`. */
export function answerSession(c: AppContext, pool: Pool, body: SessionBody): Response {
  c.header('cache-control', 'no-store')
  if (!usesCookie(c, pool)) return c.json(body)
  setCookie(c, nameFor(pool), body.refresh_token, { ...ATTRIBUTES, maxAge: NINETY_DAYS })
  return c.json({ ...body, refresh_token: IN_COOKIE })
}

/** The refresh token in the cookie; empty without one. */
export const cookieToken = (c: AppContext, pool: Pool): string => getCookie(c, nameFor(pool)) ?? ''

/** Deletes the cookie. Needs the attributes it was set with, else browsers keep a partitioned cookie. */
export function dropCookie(c: AppContext, pool: Pool): void {
  deleteCookie(c, nameFor(pool), ATTRIBUTES)
}

/** True if the body contains no token. */
export const isPlaceholder = (token: string | null | undefined): boolean => !token || token === IN_COOKIE

import { createHash } from 'node:crypto'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import type { AppContext } from '#kernel/http/context.ts'
import { authErrors } from '../errors.ts'
import type { Pool } from '../pool.ts'
import type { SessionBody } from './session-body.ts'

// Embedded pages may keep the refresh token where no script reads it: in a cookie that is partitioned by the site the
// frame stands on. They ask for it by the header `x-bb-session: cookie`.

const HEADER = 'x-bb-session'
/** In the body, in place of a token that went into the cookie. */
const IN_COOKIE = 'cookie'
const NINETY_DAYS = 90 * 86_400

/** Attributes of the cookie; `__Host-` pins it to this host and path. */
const ATTRIBUTES = { path: '/', secure: true, httpOnly: true, sameSite: 'None', partitioned: true } as const

/** One cookie for each tenant: frames of several tenants may stand on one page. */
export const sessionCookieName = (publicKey: string) =>
  `__Host-bb-${createHash('sha256').update(publicKey).digest('hex').slice(0, 12)}`
const nameFor = (pool: Pool) => sessionCookieName(pool.audience)

/**
 * Whether this request keeps its refresh token in the cookie.
 * @throws {AppError} 403 origin_not_allowed unless it comes from a page of ours: elsewhere the cookie, which browsers
 *   send along unasked, would let any page act as the visitor; 400 outside a tenant's pool
 */
export function usesCookie(c: AppContext, pool: Pool): boolean {
  const asked = c.req.header(HEADER)
  if (asked === undefined) return false
  if (asked !== IN_COOKIE || !pool.tenant)
    throw authErrors.validation_failed({ text: `${HEADER} is "cookie", with a tenant's public key` })
  if (!fromOwnPage(c)) throw authErrors.origin_not_allowed()
  return true
}

/** Whether a page of ours made the request; browsers set Origin on every POST and no page can change it. */
export function fromOwnPage(c: AppContext): boolean {
  const { publicUrl, embedOrigin } = c.get('kernel').config
  const origin = c.req.header('origin')
  if (!origin) return false
  return [publicUrl, embedOrigin.live, embedOrigin.test].some((ours) => new URL(ours).origin === origin)
}

/** Answers a session; with the cookie, the body's refresh token is the word `cookie`. */
export function answerSession(c: AppContext, pool: Pool, body: SessionBody): Response {
  c.header('cache-control', 'no-store')
  if (!usesCookie(c, pool)) return c.json(body)
  setCookie(c, nameFor(pool), body.refresh_token, { ...ATTRIBUTES, maxAge: NINETY_DAYS })
  return c.json({ ...body, refresh_token: IN_COOKIE })
}

/** The refresh token of the cookie; empty without one. */
export const cookieToken = (c: AppContext, pool: Pool): string => getCookie(c, nameFor(pool)) ?? ''

/** With the attributes it was set with, without which browsers keep a partitioned cookie. */
export function dropCookie(c: AppContext, pool: Pool): void {
  deleteCookie(c, nameFor(pool), ATTRIBUTES)
}

/** True when the body holds no token of its own. */
export const isPlaceholder = (token: string | null | undefined): boolean => !token || token === IN_COOKIE

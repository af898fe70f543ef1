import type { MiddlewareHandler } from 'hono'
import { ANONYMOUS, PLATFORM_POOL } from '../db/claims.ts'
import type { Claims } from '../db/claims.ts'
import { nameActor, nameVisitor } from '../db/request-source.ts'
import { commonErrors } from '../errors.ts'
import type { AppError } from '../errors.ts'
import type { Kernel } from '../kernel.ts'
import type { ApiKey, AppEnv } from './context.ts'

/**
 * Resolves the API key and token of a request to claims. The service key is accepted only in the header, because URLs
 * end up in logs and histories. A Bearer token equal to the API key is not a session (supabase-js sends it that way). A
 * session is valid only in the pool of the key that it came with, and only until it ends.
 * @throws {AppError} invalid_api_key, invalid_token, session_ended, too_many_requests (wrong keys of one address)
 */
export function identify(): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const kernel = c.get('kernel')
    const header = c.req.header('apikey')
    const key = header ?? c.req.query('apikey')
    const bearer = bearerOf(c.req.header('authorization'))
    const read: KeyReader = (value) =>
      kernel.addressLimits.readKey(c.get('clientIp'), value, () => readApiKey(kernel, value))
    const apiKey = key ? await read(key) : undefined
    if (apiKey?.kind === 'service' && header === undefined)
      throw commonErrors.invalid_api_key({
        text: 'Send the service key in the apikey header, not in the address',
      })
    c.set('apiKey', apiKey)
    const claims = await claimsOf(kernel, apiKey, bearer, read)
    c.set('claims', claims)
    nameActor(claims)
    if (apiKey?.kind === 'public' && apiKey.tenant.measuring !== 'off' && c.req.method === 'POST')
      nameVisitor(await kernel.visitors.of(c.get('clientIp'), c.req.header('user-agent')))
    await next()
  }
}

type KeyReader = (value: string) => Promise<ApiKey>

/**
 * Rate-limits requests per IP address. Many pages may share an address; requests with the service key are the
 * operator's own and are not counted.
 */
export function limitRequests(): MiddlewareHandler<AppEnv> {
  return (c, next) => {
    if (c.get('apiKey')?.kind !== 'service') c.get('kernel').addressLimits.takeRequest(c.get('clientIp'))
    return next()
  }
}

/** Rejects a request without an API key or session (401, like the hosted service). */
export function requireKey(): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    if (!c.get('apiKey') && c.get('claims').role === 'anon') throw commonErrors.missing_api_key()
    await next()
  }
}

/**
 * Rejects a session whose user still owes the second factor: a password or an email alone must not reach the data that
 * the factor protects, regardless of what the page does.
 */
export function requireFactor(): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const claims = c.get('claims')
    if (claims.session_id && (await c.get('kernel').sessions.standing(claims)) === 'awaits factor')
      throw commonErrors.insufficient_aal()
    await next()
  }
}

/** Anything after Bearer, so that garbage is rejected instead of treated as anonymous. Other schemes are ignored. */
function bearerOf(header: string | undefined): string | undefined {
  return /^Bearer +(.*)$/is.exec(header ?? '')?.[1]?.trim() || undefined
}

/**
 * Identifies an API key.
 * @throws {AppError} invalid_api_key
 */
export async function readApiKey(kernel: Pick<Kernel, 'tenancy' | 'tokens'>, value: string): Promise<ApiKey> {
  if (value.startsWith('pk_')) {
    const tenant = await kernel.tenancy.byPublicKey(value)
    if (!tenant) throw commonErrors.invalid_api_key()
    return { kind: 'public', value, tenant }
  }
  const role = await kernel.tokens.verifyApiKey(value)
  return { kind: role === 'anon' ? 'anon' : role === 'service_role' ? 'service' : 'role', value }
}

/**
 * Resolves API key and token to the caller's claims, for requests and for channels, whose token comes in a message.
 * @param bearer a session token, or an API key, which is not a session
 * @param readKey reads an API key that is given in place of the session
 * @throws {AppError} invalid_api_key, invalid_token, session_ended
 */
export async function claimsOf(
  kernel: Pick<Kernel, 'tenancy' | 'tokens' | 'sessions'>,
  apiKey: ApiKey | undefined,
  bearer: string | undefined,
  readKey: KeyReader = (value) => readApiKey(kernel, value),
): Promise<Claims> {
  const own = await keyClaims(kernel, apiKey)
  if (!bearer || bearer === apiKey?.value) return own
  // Another API key as Bearer, for example the service key next to the anon key, as the official tools allow. A forged
  // session that names HS256 is treated as a session token and rejected.
  if (!isSessionToken(bearer))
    return keyClaims(
      kernel,
      await readKey(bearer).catch((cause: unknown) => {
        const forged = (cause as AppError).code === 'invalid_api_key' && !bearer.startsWith('pk_')
        throw forged ? commonErrors.invalid_token({ cause }) : cause
      }),
    )
  const claims = await kernel.tokens.verifySession(bearer)
  const pool = apiKey?.kind === 'public' ? apiKey.tenant.id : PLATFORM_POOL
  // Without an API key (the Studio's direct calls) only certain tokens are accepted: those of creators, and those that an
  // OAuth application got for a member, because OpenID Connect clients do not send API keys.
  const standsForItself = apiKey?.kind === 'service' || (!apiKey && claims.client_id !== undefined)
  if (!standsForItself && claims.pool !== pool) throw commonErrors.invalid_token()
  // Replacing a tenant's key also invalidates the tokens issued for the old one.
  if (apiKey?.kind === 'public' && claims.aud !== apiKey.value) throw commonErrors.invalid_token()
  if ((await kernel.sessions.standing(claims)) === 'ended') throw commonErrors.session_ended()
  return claims
}

/** A tenant's public key, or an API key whose header names HS256, is not a session. */
function isSessionToken(bearer: string): boolean {
  if (bearer.startsWith('pk_')) return false
  try {
    return JSON.parse(Buffer.from(bearer.split('.')[0] ?? '', 'base64url').toString()).alg !== 'HS256'
  } catch {
    return true
  }
}

async function keyClaims(kernel: Pick<Kernel, 'tokens'>, apiKey: ApiKey | undefined): Promise<Claims> {
  if (!apiKey) return ANONYMOUS
  if (apiKey.kind === 'public')
    return { role: 'anon', pool: apiKey.tenant.id, tenant: apiKey.tenant.id, aud: apiKey.value }
  return { role: await kernel.tokens.verifyApiKey(apiKey.value), pool: PLATFORM_POOL }
}

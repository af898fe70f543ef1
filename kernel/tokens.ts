import { sign } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { SignJWT, decodeProtectedHeader, jwtVerify } from 'jose'
import type { CryptoKey, JWK, JWTPayload } from 'jose'
import { PLATFORM_POOL } from './db/claims.ts'
import type { Claims, Role } from './db/claims.ts'
import { commonErrors } from './errors.ts'

/** An ES256 key pair that signs sessions; the public half is published under its `kid`. */
export interface SigningKey {
  kid: string
  privateKey: KeyObject
  publicKey: CryptoKey
  publicJwk: JWK
  /** Milliseconds since 1970. Until then the key is only published. Undefined: it signs already. */
  signsFrom?: number
  /** From this time on its tokens are rejected. */
  retiresAt?: number
}

export interface Tokens {
  /** Sets the source of session keys, newest first; called on first use and for an unknown kid. */
  useKeys(load: () => Promise<SigningKey[]>): void
  /** Reloads the keys immediately, after a notification that they changed. */
  reloadKeys(): Promise<void>
  /** Signs a session token with the newest active key. `lifetime` in seconds. */
  mintSession(claims: Claims, lifetime: number): Promise<string>
  /** @throws {AppError} invalid_token unless it is a current ES256 session token of ours */
  verifySession(token: string): Promise<Claims>
  /** Signs an ID token (OpenID Connect Core 2), which grants no access here: it has no role. `lifetime` in seconds. */
  mintIdToken(claims: JWTPayload & { aud: string; sub: string }, lifetime: number): Promise<string>
  /** The platform's API key of a role (HS256 by JWT_SECRET; no expiry). */
  apiKey(role: Role): Promise<string>
  /** @throws {AppError} invalid_api_key unless it is signed by us and names one of the four roles */
  verifyApiKey(key: string): Promise<Role>
  publicKeys(): Promise<JWK[]>
}

const ROLES: readonly string[] = ['anon', 'authenticated', 'end_user', 'service_role'] satisfies Role[]
/** Maximum verified tokens to cache until they expire, so that each signature is checked once. */
const REMEMBERED = 5000
/** Minimum interval in milliseconds between reloads for unknown keys, however many forged tokens arrive. */
const LOOK_AGAIN_MS = 5000
/** Retired keys are forgotten after this time. */
const KEYS_LIVE_MS = 600_000

/** @param options `issuer` is the auth service's URL, as in tokens */
export function createTokens(options: { jwtSecret: string; issuer: string }): Tokens {
  const secret = new TextEncoder().encode(options.jwtSecret)
  const verified = new Map<string, Claims>()
  const apiKeys = new Map<string, Role>()
  const ring = keyRing(() => verified.clear())

  async function mint(claims: JWTPayload, lifetime: number): Promise<string> {
    const newest = (await ring.all()).find(({ signsFrom = 0 }) => signsFrom <= Date.now())
    if (!newest) throw new Error('No signing key: services/auth loads them at start')
    const iat = Math.floor(Date.now() / 1000)
    const header = { alg: 'ES256', kid: newest.kid, typ: 'JWT' }
    return signed(header, { ...claims, iss: options.issuer, iat, exp: iat + lifetime }, newest.privateKey)
  }

  return {
    useKeys: (load) => ring.use(load),
    reloadKeys: () => ring.reload(),
    mintSession: mint,
    mintIdToken: mint,
    async verifySession(token) {
      const known = verified.get(token)
      if (known && Number(known.exp) * 1000 > Date.now()) return known
      // Outside of the try block below, because an unavailable database must not make a token invalid.
      const key = await ring.find(kidOf(token))
      const claims = await verify(token, key, options.issuer).catch((cause: unknown) => {
        throw commonErrors.invalid_token({ cause })
      })
      if (verified.size >= REMEMBERED) verified.delete(verified.keys().next().value!)
      verified.set(token, claims)
      return claims
    },
    apiKey: (role) =>
      new SignJWT({ role })
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .setIssuer('bolt-blocks')
        .sign(secret),
    async verifyApiKey(key) {
      const known = apiKeys.get(key)
      if (known) return known
      const { payload } = await jwtVerify(key, secret, { algorithms: ['HS256'] }).catch((cause: unknown) => {
        throw commonErrors.invalid_api_key({ cause })
      })
      if (typeof payload.role !== 'string' || !ROLES.includes(payload.role))
        throw commonErrors.invalid_api_key()
      // A key with an expiry is verified each time; our own keys have none.
      if (payload.exp === undefined && apiKeys.size < 100) apiKeys.set(key, payload.role as Role)
      return payload.role as Role
    },
    publicKeys: async () => (await ring.all()).map((key) => key.publicJwk),
  }
}

/**
 * A compact JWS (RFC 7515 section 7.1), signed synchronously: a signature takes 30 microseconds, a tenth of a round trip
 * to a worker thread while all threads are busy hashing passwords.
 */
function signed(header: object, payload: JWTPayload, key: KeyObject): string {
  const text = [header, payload]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  const signature = sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' })
  return `${text}.${signature.toString('base64url')}`
}

/** The keys as last loaded; a failed load keeps the previous ones. */
function keyRing(onChange: () => void) {
  let load: () => Promise<SigningKey[]> = async () => []
  let keys: SigningKey[] | undefined
  let loading: Promise<SigningKey[]> | undefined
  let lookedAt = 0

  async function reload(): Promise<SigningKey[]> {
    lookedAt = Date.now()
    const loaded = await load()
    if (keys?.some((key) => !loaded.some(({ kid }) => kid === key.kid))) onChange()
    return (keys = loaded)
  }
  const look = () => (loading ??= reload().finally(() => (loading = undefined)))

  async function all(): Promise<SigningKey[]> {
    if (keys && Date.now() - lookedAt > KEYS_LIVE_MS) void look().catch(() => undefined)
    return living(keys ?? (await look()))
  }

  return {
    all,
    /** A load that started before the notification may have read the old keys, so another one follows it. */
    async reload(): Promise<void> {
      await loading?.catch(() => undefined)
      await look()
    },
    use(from: () => Promise<SigningKey[]>) {
      load = from
      keys = undefined
    },
    /** An unknown kid may be another process's new key: reload, but not for every forged token. */
    async find(kid: string | undefined): Promise<SigningKey | undefined> {
      const known = (await all()).find((key) => key.kid === kid)
      if (known || !kid) return known
      if (!loading && Date.now() - lookedAt < LOOK_AGAIN_MS) return undefined
      return living(await look()).find((key) => key.kid === kid)
    },
  }
}

const living = (keys: SigningKey[]) => keys.filter(({ retiresAt = Infinity }) => retiresAt > Date.now())

/** The kid of an ES256 token; undefined for anything else. */
function kidOf(token: string): string | undefined {
  try {
    const { alg, kid } = decodeProtectedHeader(token)
    return alg === 'ES256' && typeof kid === 'string' ? kid : undefined
  } catch {
    return undefined
  }
}

/** Accepts only ES256 with one of our kids, our issuer, a numeric expiry and one of the two signed-in roles. */
async function verify(token: string, key: SigningKey | undefined, issuer: string): Promise<Claims> {
  if (!key) throw new Error('unknown signing key')
  const { payload } = await jwtVerify(token, key.publicKey, {
    algorithms: ['ES256'],
    issuer,
    requiredClaims: ['exp', 'sub', 'aud'],
    typ: 'JWT',
  })
  if (payload.role !== 'authenticated' && payload.role !== 'end_user') throw new Error('not a session token')
  if (!belongsTogether(payload)) throw new Error('role, pool, tenant and audience do not belong together')
  return Object.freeze(payload) as unknown as Claims
}

/** A creator is in the platform's pool, an end user in the pool of the tenant whose public key is the audience. */
function belongsTogether({ role, pool, tenant, aud }: JWTPayload): boolean {
  if (role === 'authenticated')
    return pool === PLATFORM_POOL && tenant === undefined && aud === 'authenticated'
  return typeof pool === 'string' && tenant === pool && typeof aud === 'string' && aud.startsWith('pk_')
}

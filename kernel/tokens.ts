import { SignJWT, decodeProtectedHeader, jwtVerify } from 'jose'
import type { CryptoKey, JWK, JWTPayload } from 'jose'
import { PLATFORM_POOL } from './db/claims.ts'
import type { Claims, Role } from './db/claims.ts'
import { commonErrors } from './errors.ts'

/** An ES256 key pair that signs sessions; the public half is published under its `kid`. */
export interface SigningKey {
  kid: string
  privateKey: CryptoKey
  publicKey: CryptoKey
  publicJwk: JWK
}

export interface Tokens {
  /** Tells where session keys come from, newest first; called at first use and when an unknown kid is met. */
  useKeys(load: () => Promise<SigningKey[]>): void
  /** Signs a session token with the newest key. `lifetime` in seconds. */
  mintSession(claims: Claims, lifetime: number): Promise<string>
  /** @throws {AppError} invalid_token unless it is an ES256 session token of ours, in time */
  verifySession(token: string): Promise<Claims>
  /** The platform's API key of a role (HS256 by JWT_SECRET; no expiry). */
  apiKey(role: Role): Promise<string>
  /** @throws {AppError} invalid_api_key unless it is signed by us and names one of the four roles */
  verifyApiKey(key: string): Promise<Role>
  publicKeys(): Promise<JWK[]>
}

const ROLES: readonly string[] = ['anon', 'authenticated', 'end_user', 'service_role'] satisfies Role[]
/** Verified tokens are remembered until they end, so that a session's signature is checked once. */
const REMEMBERED = 5000

export function createTokens(options: { jwtSecret: string; issuer: string }): Tokens {
  const secret = new TextEncoder().encode(options.jwtSecret)
  const verified = new Map<string, Claims>()
  const apiKeys = new Map<string, Role>()
  let load: () => Promise<SigningKey[]> = async () => []
  let keys: Promise<SigningKey[]> | undefined
  let loadedAt = 0

  /** A kid we do not know may be another process's new key: look again, but not for every forged token. */
  async function keyOf(kid: string | undefined): Promise<SigningKey | undefined> {
    const find = async () => (await (keys ??= load())).find((key) => key.kid === kid)
    const known = await find()
    if (known || !kid || Date.now() - loadedAt < 5000) return known
    loadedAt = Date.now()
    keys = load()
    return find()
  }

  return {
    useKeys(from) {
      load = from
      keys = undefined
    },
    async mintSession(claims, lifetime) {
      const [newest] = await (keys ??= load())
      if (!newest) throw new Error('No signing key: services/auth loads them at start')
      return new SignJWT(claims)
        .setProtectedHeader({ alg: 'ES256', kid: newest.kid, typ: 'JWT' })
        .setIssuer(options.issuer)
        .setIssuedAt()
        .setExpirationTime(`${lifetime}s`)
        .sign(newest.privateKey)
    },
    async verifySession(token) {
      const known = verified.get(token)
      if (known && Number(known.exp) * 1000 > Date.now()) return known
      const claims = await verify(token, keyOf, options.issuer).catch((cause: unknown) => {
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
      // A key with an end is checked each time; ours have none.
      if (payload.exp === undefined && apiKeys.size < 100) apiKeys.set(key, payload.role as Role)
      return payload.role as Role
    },
    publicKeys: async () => (await (keys ??= load())).map((key) => key.publicJwk),
  }
}

/** Only ES256 with a kid of ours, our issuer, a numeric expiry and one of the two signed-in roles. */
async function verify(
  token: string,
  keyOf: (kid?: string) => Promise<SigningKey | undefined>,
  issuer: string,
): Promise<Claims> {
  const header = decodeProtectedHeader(token)
  const key = header.alg === 'ES256' ? await keyOf(header.kid) : undefined
  if (!key) throw new Error('unknown signing key')
  const { payload } = await jwtVerify(token, key.publicKey, {
    algorithms: ['ES256'],
    issuer,
    requiredClaims: ['exp', 'sub', 'aud'],
    typ: 'JWT',
  })
  if (payload.role !== 'authenticated' && payload.role !== 'end_user') throw new Error('not a session token')
  if (!belongsTogether(payload)) throw new Error('role, pool, tenant and audience do not belong together')
  return payload as unknown as Claims
}

/** A creator is in the platform's pool, an end user in the pool of the tenant whose public key is the audience. */
function belongsTogether({ role, pool, tenant, aud }: JWTPayload): boolean {
  if (role === 'authenticated')
    return pool === PLATFORM_POOL && tenant === undefined && aud === 'authenticated'
  return typeof pool === 'string' && tenant === pool && typeof aud === 'string' && aud.startsWith('pk_')
}

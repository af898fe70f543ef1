import { createHmac } from 'node:crypto'
import { decodeProtectedHeader, jwtVerify, SignJWT } from 'jose'
import type { JWTPayload } from 'jose'
import type { Config } from '#kernel/config.ts'
import type { ObjectAddress } from '../address.ts'
import { storageErrors } from '../errors.ts'
import { readImageOptions } from '../images/options.ts'
import type { ImageOptions } from '../images/options.ts'
import type { Call } from '../storage.ts'

/**
 * What a token grants: downloading a file, rendering an image with one transformation, or uploading to one
 * name. A token is valid for one purpose only: the URL of a preview does not give access to the original.
 */
type Purpose = 'download' | 'render' | 'upload'

export interface UrlGrant {
  pool: string
  address: ObjectAddress
  until: Date
  transform: ImageOptions
  /** Downloads: the creator who signed, who must still have the right to the content of the namespace. */
  signer: string | null
  /** Uploads: the row's owner, and whether an existing object may be replaced. */
  owner: string | null
  upsert: boolean
}

interface Signable extends Partial<Pick<UrlGrant, 'owner' | 'signer' | 'upsert' | 'transform'>> {
  pool: string
  address: ObjectAddress
  purpose: Purpose
}

/** Derives a key for this use only, so that a signature of one service is not valid in another. */
const keyFor = ({ key }: Config['secretKeys'][number]) =>
  createHmac('sha256', key).update('storage: signed addresses').digest()

/** @param seconds lifetime of the token */
export async function signToken(
  config: Config,
  { pool, address, purpose, ...more }: Signable,
  seconds: number,
): Promise<string> {
  const newest = config.secretKeys[0]!
  return new SignJWT({ url: `${address.bucket}/${address.name}`, pool, scope: purpose, ...more })
    .setProtectedHeader({ alg: 'HS256', kid: newest.id, typ: 'JWT' })
    .setIssuedAt()
    .setExpirationTime(Math.floor(Date.now() / 1000) + seconds)
    .sign(keyFor(newest))
}

/**
 * Verifies that the token (from the query, unless it is given) is for this object and purpose, and returns
 * its claims. The namespace comes from the token, so a signed URL requires no API key.
 * @throws {AppError} InvalidJWT (edited, expired, not ours), InvalidSignature (for something else), both 400
 */
export async function verifyUrlToken(
  call: Call,
  requested: ObjectAddress,
  purpose: Purpose,
  token = call.c.req.query('token'),
): Promise<UrlGrant> {
  if (!token) throw storageErrors.invalid_request({ text: "querystring must have required property 'token'" })
  const payload = await verifyToken(call.storage.kernel.config, token)
  if (payload.scope !== purpose)
    throw storageErrors.invalid_signature({ text: `Token is not scoped for ${purpose}` })
  if (payload.url !== `${requested.bucket}/${requested.name}` || typeof payload.pool !== 'string')
    throw storageErrors.invalid_signature()
  return {
    pool: payload.pool,
    address: requested,
    until: new Date(payload.exp! * 1000),
    transform: payload.transform ?? {},
    signer: typeof payload.signer === 'string' ? payload.signer : null,
    owner: typeof payload.owner === 'string' ? payload.owner : null,
    upsert: payload.upsert === true,
  }
}

async function verifyToken(config: Config, token: string): Promise<JWTPayload & Record<string, unknown>> {
  try {
    const { kid } = decodeProtectedHeader(token)
    const entry = config.secretKeys.find(({ id }) => id === kid)
    if (!entry) throw new Error('signature verification failed')
    const { payload } = await jwtVerify(token, keyFor(entry), {
      algorithms: ['HS256'],
      requiredClaims: ['exp'],
    })
    return payload
  } catch (cause) {
    throw storageErrors.invalid_jwt({ text: (cause as Error).message, cause })
  }
}

/** Checks the transformation to be signed, like one in a query. @throws {AppError} */
export function signableTransform(transform: object | undefined): ImageOptions {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(transform ?? {})) query.set(name, String(value))
  return readImageOptions(query)
}

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
 * What a token opens: a file as it is, an image in one size and form, or one name for writing. None is ever the other:
 * whoever has the address of a preview does not get the original by it.
 */
type Purpose = 'download' | 'render' | 'upload'

export interface SignedAddress {
  pool: string
  address: ObjectAddress
  until: Date
  transform: ImageOptions
  /** Upload: the row's owner, and whether an object that is there may be replaced. */
  owner: string | null
  upsert: boolean
}

interface Signable extends Partial<Pick<SignedAddress, 'owner' | 'upsert' | 'transform'>> {
  pool: string
  address: ObjectAddress
  purpose: Purpose
}

/** A key of the ring, for this use alone: what one service signs is nothing to another. */
const keyFor = ({ key }: Config['secretKeys'][number]) =>
  createHmac('sha256', key).update('storage: signed addresses').digest()

/** @param seconds that the token is good for */
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
 * What the token (in the query, unless it is given) opens, if it is for this very object and purpose. The namespace is
 * the token's: such an address needs no API key.
 * @throws {AppError} InvalidJWT (edited, expired, not ours), InvalidSignature (for something else), both 400
 */
export async function addressOfToken(
  call: Call,
  asked: ObjectAddress,
  purpose: Purpose,
  token = call.c.req.query('token'),
): Promise<SignedAddress> {
  if (!token) throw storageErrors.invalid_request({ text: "querystring must have required property 'token'" })
  const payload = await verified(call.storage.kernel.config, token)
  if (payload.scope !== purpose)
    throw storageErrors.invalid_signature({ text: `Token is not scoped for ${purpose}` })
  if (payload.url !== `${asked.bucket}/${asked.name}` || typeof payload.pool !== 'string')
    throw storageErrors.invalid_signature()
  return {
    pool: payload.pool,
    address: asked,
    until: new Date(payload.exp! * 1000),
    transform: payload.transform ?? {},
    owner: typeof payload.owner === 'string' ? payload.owner : null,
    upsert: payload.upsert === true,
  }
}

async function verified(config: Config, token: string): Promise<JWTPayload & Record<string, unknown>> {
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

/** The transformation that a caller wants signed, checked like one in a query. @throws {AppError} */
export function signableTransform(transform: object | undefined): ImageOptions {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(transform ?? {})) query.set(name, String(value))
  return readImageOptions(query)
}

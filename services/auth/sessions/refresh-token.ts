import { sameBytes } from '#kernel/secrets/same-bytes.ts'
import type { KeyedHash } from '#kernel/secrets/keyed-hash.ts'

/** The contents of a refresh token: its session, and its position in the sequence of tokens. */
export interface RefreshToken {
  /** Session id. */
  session: string
  /** 0 for the token of the sign-in, plus one with each rotation. */
  counter: number
}

const VERSION = 1
const MAC_LENGTH = 16
const LENGTH = 1 + 16 + 4 + MAC_LENGTH

/**
 * Writes a refresh token: version, session, counter, and a keyed hash over them and the pool, in base64url.
 * None of it is stored. So a database or a backup contains no token, a used token is recognized however old
 * it is, and the current one can be computed again for a client that did not receive it.
 */
export function writeRefreshToken(hash: KeyedHash, pool: string, { session, counter }: RefreshToken): string {
  const body = Buffer.alloc(LENGTH - MAC_LENGTH)
  body.writeUInt8(VERSION, 0)
  Buffer.from(session.replaceAll('-', ''), 'hex').copy(body, 1)
  body.writeUInt32BE(counter, 17)
  return Buffer.concat([body, hash.make(sealed(pool, body)).subarray(0, MAC_LENGTH)]).toString('base64url')
}

/** Reads a refresh token; undefined for anything that this service did not write for this pool. */
export function readRefreshToken(hash: KeyedHash, pool: string, token: string): RefreshToken | undefined {
  if (!/^[\w-]+$/.test(token) || token.length > 100) return undefined
  const bytes = Buffer.from(token, 'base64url')
  // The same bytes have several encodings in base64url. Only the canonical one is accepted.
  if (bytes.length !== LENGTH || bytes[0] !== VERSION || bytes.toString('base64url') !== token)
    return undefined
  const body = bytes.subarray(0, LENGTH - MAC_LENGTH)
  const mac = bytes.subarray(LENGTH - MAC_LENGTH)
  const genuine = hash.all(sealed(pool, body)).some((made) => sameBytes(made.subarray(0, MAC_LENGTH), mac))
  if (!genuine) return undefined
  const hex = body.subarray(1, 17).toString('hex')
  return {
    session: hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
    counter: body.readUInt32BE(17),
  }
}

const sealed = (pool: string, body: Buffer) => Buffer.concat([Buffer.from(pool), body])

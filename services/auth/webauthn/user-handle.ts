import type { Pool } from '../pool.ts'

const bytes = (uuid: string) => Buffer.from(uuid.replaceAll('-', ''), 'hex')

/**
 * The id of a user in an authenticator (32 bytes). It covers the pool and the user, so that accounts of two
 * tenants on one relying party never replace each other there. It contains no personal data, as WebAuthn
 * section 14.6.1 requires.
 */
export const userHandle = (pool: Pool, userId: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.concat([bytes(pool.id), bytes(userId)]))

/** The handle as clients send it back. */
export const userHandleText = (pool: Pool, userId: string): string =>
  Buffer.from(userHandle(pool, userId)).toString('base64url')

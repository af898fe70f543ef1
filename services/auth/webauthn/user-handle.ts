import type { Pool } from '../pool.ts'

const bytes = (uuid: string) => Buffer.from(uuid.replaceAll('-', ''), 'hex')

/**
 * What an authenticator stores of a user (32 bytes): the pool and the user, so that accounts of two tenants on one
 * relying party never replace each other in it. No personal data, as WebAuthn section 14.6.1 asks.
 */
export const userHandle = (pool: Pool, userId: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.concat([bytes(pool.id), bytes(userId)]))

/** The handle as clients send it back. */
export const userHandleText = (pool: Pool, userId: string): string =>
  Buffer.from(userHandle(pool, userId)).toString('base64url')

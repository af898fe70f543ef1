import { createHash, randomBytes, randomInt } from 'node:crypto'

/** 256 random bits, URL-safe: an unguessable token. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** The stored form of a token: SHA-256, sufficient for values of at least 128 random bits. */
export const tokenHash = (token: string): Buffer => createHash('sha256').update(token).digest()

/** Six random digits for users to type: too few for a plain hash, so a keyed one is stored (`keyed-hash.ts`). */
export const randomCode = (): string => String(randomInt(1_000_000)).padStart(6, '0')

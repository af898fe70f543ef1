import { createHash, randomBytes, randomInt } from 'node:crypto'

/** 256 random bits, URL-safe: unguessable proof that its holder got it from us. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** What is stored of a token: SHA-256, enough for values of 128 random bits and more. */
export const tokenHash = (token: string): Buffer => createHash('sha256').update(token).digest()

/** Six random digits, for people to type: too few for a plain hash, so a keyed one is kept (`keyed-hash.ts`). */
export const randomCode = (): string => String(randomInt(1_000_000)).padStart(6, '0')

import { createHmac, createSecretKey, hkdfSync } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import type { Config } from '../config.ts'

type KeyRing = Pick<Config, 'secretKeys'>['secretKeys']

/** A keyed hash for one purpose; created with the newest key, verified with every key of the ring. */
export interface KeyedHash {
  make(text: string | Buffer): Buffer
  /** Hashes under all keys of the ring, newest first. */
  all(text: string | Buffer): Buffer[]
}

/**
 * HMAC-SHA-256 under keys derived from SECRET_KEYS. For values too short for a plain hash (6-digit codes) and for values
 * that are not stored at all (refresh tokens).
 * @param purpose separates the uses: a hash for one purpose is never valid for another
 */
export function keyedHash(ring: KeyRing, purpose: string): KeyedHash {
  // Key objects, because a Buffer would be converted for each hash. The label is old: changing it voids stored hashes.
  const keys = ring.map(({ key }) =>
    createSecretKey(Buffer.from(hkdfSync('sha256', key, '', `bolt-blocks/auth/${purpose}`, 32))),
  )
  return {
    make: (text) => hmac(keys[0]!, text),
    all: (text) => keys.map((key) => hmac(key, text)),
  }
}

const hmac = (key: KeyObject, text: string | Buffer) => createHmac('sha256', key).update(text).digest()

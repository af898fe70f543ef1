import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { SealedPlace } from './sealed-places.ts'

/** Places of secrets that live for at most a day, in jobs and addresses: no table contains them, and nothing reseals them. */
export type ShortLived = 'unsent-mail' | `view-as:${string}`

/** Seals secrets at rest with AES-256-GCM, bound to the place where they are stored. */
export interface Sealer {
  /**
   * @param place for example `tenants.auth0_client_secret:<tenant id>`; opening needs the same one. To add a place, add
   *   the comment `sealed at …` to its column
   */
  seal(secret: string, place: SealedPlace | ShortLived): string
  /** @throws {Error} when the text was changed, moved to another place, or its key is no longer in the ring */
  open(sealed: string, place: SealedPlace | ShortLived): string
}

/**
 * @param ring keys of 32 bytes, newest first: the first seals, all open
 */
export function createSealer(ring: { id: string; key: Buffer }[]): Sealer {
  const [newest] = ring
  if (!newest) throw new Error('SECRET_KEYS is empty: set id:base64 of 32 random bytes')
  return {
    seal(secret, place) {
      const iv = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', newest.key, iv).setAAD(Buffer.from(place))
      const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return ['s1', newest.id, iv.toString('base64url'), sealed.toString('base64url')].join('.')
    },
    open(text, place) {
      const [version, id, iv = '', sealed = ''] = text.split('.')
      const entry = ring.find((candidate) => candidate.id === id)
      if (version !== 's1' || !entry) throw new Error(`No key ${id} in SECRET_KEYS opens this secret`)
      const bytes = Buffer.from(sealed, 'base64url')
      // The length is required, or else a text truncated to four bytes would be verified with a four-byte tag.
      const options = { authTagLength: 16 }
      const decipher = createDecipheriv('aes-256-gcm', entry.key, Buffer.from(iv, 'base64url'), options)
      decipher.setAAD(Buffer.from(place)).setAuthTag(bytes.subarray(-16))
      return decipher.update(bytes.subarray(0, -16), undefined, 'utf8') + decipher.final('utf8')
    },
  }
}

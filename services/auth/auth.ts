import type { Kernel } from '#kernel/kernel.ts'
import { keyedHash } from './secrets.ts'
import type { KeyedHash } from './secrets.ts'

/** What every use case of this service works with. */
export interface Auth {
  kernel: Kernel
  hashes: {
    /** Of refresh tokens, which are stored nowhere. */
    refresh: KeyedHash
    /** Of the 6-digit codes in mails. */
    code: KeyedHash
  }
}

/** The service with its keyed hashes; one each process. */
export function openAuth(kernel: Kernel): Auth {
  const ring = kernel.config.secretKeys
  return {
    kernel,
    hashes: { refresh: keyedHash(ring, 'refresh-token'), code: keyedHash(ring, 'mail-code') },
  }
}

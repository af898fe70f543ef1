import type { Kernel } from '#kernel/kernel.ts'
import { keyedHash } from '#kernel/secrets/keyed-hash.ts'
import type { KeyedHash } from '#kernel/secrets/keyed-hash.ts'
import { createShortMemory } from '#kernel/short-memory.ts'
import type { ShortMemory } from '#kernel/short-memory.ts'
import { createRecently } from './accounts/recently.ts'
import type { Recently } from './accounts/recently.ts'
import { createKnownServers } from './providers/known-servers.ts'
import type { KnownServers } from './providers/known-servers.ts'
import type { StoredProvider } from './providers/provider-store.ts'
import type { PoolSettingsInput } from './settings/pool-settings.ts'

/** What every use case of this service works with. */
export interface Auth {
  kernel: Kernel
  hashes: {
    /** Of refresh tokens, which are stored nowhere. */
    refresh: KeyedHash
    /** Of the 6-digit codes in mails. */
    code: KeyedHash
    /** Of recovery codes and of codes in text messages of second factors. */
    factor: KeyedHash
    /** Of networks and devices where a user has signed in. */
    place: KeyedHash
  }
  /** What is set for each pool (settings/pool-settings.ts reads it). */
  settings: ShortMemory<PoolSettingsInput>
  /** Providers of each pool (providers/provider-store.ts reads them). */
  providers: ShortMemory<StoredProvider[]>
  /** Discovery documents and keys of the providers. */
  servers: KnownServers
  /** Places of sign-ins that this process wrote down lately (accounts/known-places.ts). */
  placesWritten: Recently
}

const opened = new WeakMap<Kernel, Auth>()

/** The service with its keyed hashes and what it remembers; one each kernel, whoever asks. */
export function openAuth(kernel: Kernel): Auth {
  const known = opened.get(kernel)
  if (known) return known
  const auth = makeAuth(kernel)
  opened.set(kernel, auth)
  return auth
}

function makeAuth(kernel: Kernel): Auth {
  const ring = kernel.config.secretKeys
  return {
    kernel,
    hashes: {
      refresh: keyedHash(ring, 'refresh-token'),
      code: keyedHash(ring, 'mail-code'),
      factor: keyedHash(ring, 'factor-code'),
      place: keyedHash(ring, 'known-place'),
    },
    settings: createShortMemory(kernel.database.listen, 'auth_settings_changed', 10_000),
    providers: createShortMemory(kernel.database.listen, 'auth_providers_changed', 10_000),
    servers: createKnownServers(kernel.fetch),
    placesWritten: createRecently(20_000),
  }
}

import type { Kernel } from '#kernel/kernel.ts'
import { keyedHash } from '#kernel/secrets/keyed-hash.ts'
import type { KeyedHash } from '#kernel/secrets/keyed-hash.ts'
import { createShortLivedCache } from '#kernel/short-lived-cache.ts'
import type { ShortLivedCache } from '#kernel/short-lived-cache.ts'
import { createRecentSet } from './accounts/recent-set.ts'
import type { RecentSet } from './accounts/recent-set.ts'
import { createKnownServers } from './providers/known-servers.ts'
import type { KnownServers } from './providers/known-servers.ts'
import type { StoredProvider } from './providers/provider-store.ts'
import type { PoolSettingsInput } from './settings/pool-settings.ts'

/** The dependencies of every use case of this service. */
export interface Auth {
  kernel: Kernel
  hashes: {
    /** Signs refresh tokens, which are not stored. */
    refresh: KeyedHash
    /** Hashes the 6-digit codes in emails. */
    code: KeyedHash
    /** Hashes recovery codes and the text-message codes of second factors. */
    factor: KeyedHash
    /** Hashes the networks and devices where a user has signed in. */
    place: KeyedHash
  }
  /** Cached settings of each pool, read by settings/pool-settings.ts. */
  settings: ShortLivedCache<PoolSettingsInput>
  /** Cached providers of each pool, read by providers/provider-store.ts. */
  providers: ShortLivedCache<StoredProvider[]>
  /** Discovery documents and keys of the providers. */
  servers: KnownServers
  /** Sign-in places that this process stored recently (accounts/known-places.ts). */
  placesWritten: RecentSet
}

const opened = new WeakMap<Kernel, Auth>()

/** Opens the service with its keyed hashes and caches. There is one instance for each kernel. */
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
    settings: createShortLivedCache(kernel.database.listen, 'auth_settings_changed', 10_000),
    providers: createShortLivedCache(kernel.database.listen, 'auth_providers_changed', 10_000),
    servers: createKnownServers(kernel.fetch),
    placesWritten: createRecentSet(20_000),
  }
}

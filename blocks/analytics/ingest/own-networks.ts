import { SERVICE } from '#kernel/db/claims.ts'
import { createMemoryCache } from '#kernel/memory-cache.ts'
import type { MemoryCache } from '#kernel/memory-cache.ts'
import type { Kernel } from '#kernel/kernel.ts'

const LIFETIME_MS = 30_000
const MOST_TENANTS = 10_000
const caches = new WeakMap<object, MemoryCache<string[]>>()

/** Networks whose visits the tenant does not count. A change has effect within 30 seconds. */
export function ownNetworks({ database }: Kernel, tenant: string): Promise<string[]> {
  const cache = caches.get(database) ?? createMemoryCache<string[]>(LIFETIME_MS, MOST_TENANTS)
  caches.set(database, cache)
  return cache.get(tenant, async () => {
    const { rows } = await database.once<{ own_networks: string[] }>(SERVICE, {
      name: 'analytics_own_networks',
      text: 'select own_networks from public.analytics_settings where tenant_id = $1',
      values: [tenant],
    })
    return rows[0]?.own_networks ?? []
  })
}

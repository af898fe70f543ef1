import { useQuery } from '@tanstack/react-query'
import type { SiteLook } from '#kernel/browser/theme/site-look.ts'
import { CallError } from '#kernel/browser/call.ts'
import { call } from '#studio/data/api.ts'
import type { TenantRow } from '#studio/tenant/tenants.ts'
import { readTenantLook } from '#features/tenants/endpoints.ts'

/** The server reads a few sites at a time for each creator, and refuses more until those are done. */
const TRIES = 3
const RETRY_MS = 5000

/** The look of the tenant's first listed site; undefined without one, and while it is being read. */
export function useTenantLook({ id, allowed_origins }: TenantRow): SiteLook | undefined {
  const site = allowed_origins?.[0]
  const { data } = useQuery({
    queryKey: ['tenant-look', id, site],
    enabled: site !== undefined,
    staleTime: Infinity,
    retry: (failures, error) => failures < TRIES && error instanceof CallError && error.status === 429,
    retryDelay: RETRY_MS,
    queryFn: () => call(readTenantLook, { tenant_id: id }),
  })
  return data?.look ?? undefined
}

import { type TenantRight, type TenantRole, includesRight } from '#kernel/browser/staff-rights.ts'
import { listMemberships } from '#features/staff/endpoints.ts'
import type { TenantTheme } from '#kernel/browser/theme/theme.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { currentTenant } from './current-tenant.ts'
import { call } from '../data/api.ts'
import { db, rowsOf } from '../data/data.ts'
import { useAuth } from '../session/session.tsx'
import { TENANT_KEY, readTenantId, remember } from '../data/storage.ts'

/** A tenant as returned to its owner and staff, with the user's role. */
export interface TenantRow {
  role: TenantRole
  id: string
  name: string
  /** The creator's own description. Visitors do not see it. */
  description: string | null
  /** Null while it is being created. */
  public_key: string | null
  created_at: string
  updated_at: string
  owner_user_id: string
  theme: Partial<TenantTheme> | null
  stripe_mode: 'test' | 'live'
  stripe_status: string | null
  stripe_account_id: string | null
  stripe_account_id_test: string | null
  stripe_account_id_live: string | null
  auth_provider: 'supabase' | 'auth0'
  auth_status: string | null
  auth0_domain: string | null
  auth0_client_id: string | null
  /** The secret itself is never sent. */
  auth0_client_secret_set: boolean
  allowed_origins: string[] | null
}

export const tenantsKey = (userId: string | undefined) => ['tenants', userId] as const

/** Fetches the signed-in user's own tenants, newest first, then those whose staff they are. */
export function useTenants() {
  const { user } = useAuth()
  const queries = useQueryClient()
  return useQuery({
    queryKey: tenantsKey(user?.id),
    enabled: user !== null,
    queryFn: async () => {
      // Without the memberships, owners still have their own tenants.
      const staffOf = queries.fetchQuery(membershipsQuery(user!.id)).catch(() => [])
      const own = rowsOf<TenantRow[]>(
        await db
          .from('tenants')
          .select('*')
          .eq('owner_user_id', user!.id)
          .order('created_at', { ascending: false }),
      )
      const roles = new Map((await staffOf).map(({ tenant_id, role }) => [tenant_id, role]))
      const others = roles.size
        ? rowsOf<TenantRow[]>(
            await db
              .from('tenants')
              .select('*')
              .in('id', [...roles.keys()])
              .order('name'),
          )
        : []
      return [
        ...own.map((tenant): TenantRow => ({ ...tenant, role: 'owner' })),
        ...others.map((tenant): TenantRow => ({ ...tenant, role: roles.get(tenant.id)! })),
      ]
    },
  })
}

/** Returns a function that refetches the tenants. Call it after creating or changing one. */
export function useRefreshTenants() {
  const queries = useQueryClient()
  return async () => {
    // A first request that is still running would count as the refetch, with the list from before the change.
    await queries.cancelQueries({ queryKey: ['tenants'] })
    await queries.invalidateQueries({ queryKey: ['tenants'] })
  }
}

const watchers = new Set<() => void>()

function watch(onChange: () => void) {
  watchers.add(onChange)
  return () => watchers.delete(onChange)
}

/** Switches the Studio in this browser tab to a tenant. */
export function chooseTenant(id: string): void {
  remember(sessionStorage, TENANT_KEY, id)
  for (const onChange of watchers) onChange()
}

/** Returns the chosen tenant, otherwise the newest; undefined while the list is loading, empty or failed. */
export function useCurrentTenant(): TenantRow | undefined {
  const id = useSyncExternalStore(watch, () => readTenantId(sessionStorage))
  return currentTenant(useTenants().data, id)
}

/** Whether the user's role on a tenant includes a right. It only decides what is shown: the database refuses the rest. */
export const mayWith = ({ role }: TenantRow, right: TenantRight): boolean => includesRight(role, right)

/** The roles on a tenant, as the Studio names them. */
export const ROLE_NAMES: Record<TenantRole, string> = {
  owner: 'Owner',
  admin: 'Admin',
  editor: 'Editor',
  support: 'Support',
  door: 'Door',
}

/** The query of the tenants whose staff a user is. */
const membershipsQuery = (userId: string | undefined) => ({
  queryKey: ['tenants', userId, 'memberships'] as const,
  queryFn: async () => (await call(listMemberships, {})).memberships,
})

/** Fetches the tenants whose staff the signed-in user is, with those that do not open. */
export function useMemberships() {
  const { user } = useAuth()
  return useQuery({ ...membershipsQuery(user?.id), enabled: user !== null })
}

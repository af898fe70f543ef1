import type { TenantTheme } from '#kernel/browser/theme/theme.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { currentTenant } from './current-tenant.ts'
import { db, rowsOf } from './data.ts'
import { useAuth } from './session.tsx'
import { TENANT_KEY, readTenantId, remember } from './storage.ts'

/** A tenant as its owner reads it. */
export interface TenantRow {
  id: string
  name: string
  /** What it is for, in its creator's words; visitors do not see it. */
  description: string | null
  /** Absent for the moment in which it is made. */
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

/** The signed-in user's tenants, newest first. */
export function useTenants() {
  const { user } = useAuth()
  return useQuery({
    queryKey: tenantsKey(user?.id),
    enabled: user !== null,
    queryFn: async () =>
      rowsOf<TenantRow[]>(
        await db
          .from('tenants')
          .select('*')
          .eq('owner_user_id', user!.id)
          .order('created_at', { ascending: false }),
      ),
  })
}

/** `refresh()` reads the list again, after a tenant was made or changed. */
export function useRefreshTenants() {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: ['tenants'] })
}

const watchers = new Set<() => void>()

function watch(onChange: () => void) {
  watchers.add(onChange)
  return () => watchers.delete(onChange)
}

/** Makes a tenant the one that the Studio shows, in this tab. */
export function chooseTenant(id: string): void {
  remember(sessionStorage, TENANT_KEY, id)
  for (const onChange of watchers) onChange()
}

/** The chosen tenant, else the newest; undefined while the list loads, is empty or failed. */
export function useCurrentTenant(): TenantRow | undefined {
  const id = useSyncExternalStore(watch, () => readTenantId(sessionStorage))
  return currentTenant(useTenants().data, id)
}

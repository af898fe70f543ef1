import { useQuery } from '@tanstack/react-query'
import { db, rowsOf } from '#studio/data/data.ts'

/** The account of one mode of a tenant, as last stored by the server. */
export interface AccountRow {
  mode: 'test' | 'live'
  account_id: string | null
  kind: 'express' | 'standard'
  display_name: string | null
  details_submitted: boolean
  charges_enabled: boolean
  payouts_enabled: boolean
  /** The provider's current requirements, by its own names. */
  requirements: string[]
  disabled_reason: string | null
}

/** Query key of a tenant's accounts in both modes. */
export const accountsKey = (tenantId: string) => ['payment-accounts', tenantId] as const

/** The accounts of both modes, by mode; a mode that was never connected is missing. */
export function useAccounts(tenantId: string) {
  return useQuery({
    queryKey: accountsKey(tenantId),
    queryFn: async () => {
      const rows = rowsOf<AccountRow[]>(
        await db
          .from('payment_accounts')
          .select(
            'mode, account_id, kind, display_name, details_submitted, charges_enabled, payouts_enabled, requirements, disabled_reason',
          )
          .eq('tenant_id', tenantId),
      )
      const byMode: Partial<Record<AccountRow['mode'], AccountRow>> = {}
      for (const row of rows) byMode[row.mode] = row
      return byMode
    },
  })
}

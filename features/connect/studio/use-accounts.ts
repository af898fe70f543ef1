import { useQuery } from '@tanstack/react-query'
import { db, rowsOf } from '#studio/data.ts'

/** The account behind one mode of a tenant, as the server last heard of it. */
export interface AccountRow {
  mode: 'test' | 'live'
  account_id: string | null
  kind: 'express' | 'standard'
  display_name: string | null
  details_submitted: boolean
  charges_enabled: boolean
  payouts_enabled: boolean
  /** What the provider asks for now, in its own names. */
  requirements: string[]
  disabled_reason: string | null
}

/** Where the accounts of a tenant, of both modes, are kept. */
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

import { useQuery } from '@tanstack/react-query'
import { call } from '#studio/data/api.ts'
import { accountLabel } from '../endpoints.ts'
import { type LabelState, type PaymentsTenant, currentAccount } from './payments-label.ts'

/** Name of the account in the tenant's current mode; requested only when there is one. */
export function useAccountLabel(tenant: PaymentsTenant): LabelState {
  const account = currentAccount(tenant)
  const { data, isError } = useQuery({
    queryKey: ['account-label', tenant.id, tenant.stripe_mode, account],
    queryFn: () => call(accountLabel, { tenant_id: tenant.id }),
    enabled: account !== null,
    staleTime: 60_000,
    retry: false,
  })
  if (data) return { state: 'named', ...data }
  return { state: isError ? 'failed' : 'loading' }
}

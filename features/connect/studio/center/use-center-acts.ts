import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { callErrorText } from '#kernel/browser/call.ts'
import { readAddress } from '#kernel/browser/own-address.ts'
import { call } from '#studio/data/api.ts'
import { db, rowsOf } from '#studio/data/data.ts'
import { useRefreshTenants } from '#studio/tenant/tenants.ts'
import { toast } from '#ui/toasts/toast.ts'
import {
  disconnectStripe,
  setup,
  smokeCheckout,
  smokeRefund,
  stripeDashboard,
} from '#features/connect/endpoints.ts'
import { accountsKey } from '../use-accounts.ts'
import { openTab } from './new-tab.ts'

type Mode = 'test' | 'live'

/** Unlinks the account of a mode. @param onRefused also receives the server's error message */
export function useDisconnect(tenantId: string, onRefused: (words: string) => void) {
  const refresh = useRefreshTenants()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (mode: Mode) => call(disconnectStripe, { tenant_id: tenantId, mode }),
    onSuccess: () => toast.success('Stripe disconnected successfully'),
    onError(error) {
      const words = callErrorText(error, 'Failed to disconnect Stripe')
      toast.error('Error', words)
      onRefused(words)
    },
    // Refetch on failure, too: an account that the provider did not release yet is already unlinked here.
    onSettled: () => Promise.all([refresh(), queries.invalidateQueries({ queryKey: accountsKey(tenantId) })]),
  })
}

const smokeKey = (tenantId: string) => ['smoke', tenantId] as const

export interface SmokePayment {
  status: 'open' | 'paid' | 'refunded' | 'expired' | 'failed'
  created_at: string
}

/** The latest paid €1 payment, else the latest of any state; null when none was started. */
export function useSmoke(tenantId: string) {
  return useQuery({
    queryKey: smokeKey(tenantId),
    queryFn: async () => {
      const rows = rowsOf<SmokePayment[]>(
        await db
          .from('smoke_payments')
          .select('status, created_at')
          .eq('tenant_id', tenantId)
          .order('created_at', { ascending: false })
          .limit(10),
      )
      return rows.find(({ status }) => status === 'paid' || status === 'refunded') ?? rows[0] ?? null
    },
  })
}

/** Opens a €1 checkout in a new tab. The click itself opens the tab, or the browser would block it. */
export function useSmokeCheckout(tenantId: string) {
  return useMutation({
    async mutationFn() {
      const tab = openTab()
      try {
        const { url } = await call(smokeCheckout, { tenant_id: tenantId })
        tab.go(url)
      } catch (error) {
        tab.close()
        throw error
      }
    },
    onSuccess: () => toast.info('Checkout session opened in new tab'),
    onError: (error) =>
      toast.error(
        'Error',
        error instanceof TypeError
          ? 'Unexpected error'
          : callErrorText(error, 'Could not create Checkout Session'),
      ),
  })
}

export function useSmokeRefund(tenantId: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => call(smokeRefund, { tenant_id: tenantId }),
    async onSuccess() {
      toast.info('Latest smoke payment refunded (if found)')
      await queries.invalidateQueries({ queryKey: smokeKey(tenantId) })
    },
    onError: (error) => toast.error('Error', callErrorText(error, 'Unexpected error')),
  })
}

/** Opens the provider's dashboard for the account in a new tab. */
export function useDashboardTab(tenantId: string, mode: Mode) {
  return useMutation({
    async mutationFn() {
      const tab = openTab()
      try {
        const { url } = await call(stripeDashboard, { tenant_id: tenantId, mode })
        if (!readAddress(url, location.origin)) throw new TypeError('The address cannot be used')
        tab.go(url)
      } catch (error) {
        tab.close()
        throw error
      }
    },
    onError: (error) => toast.error('Error', callErrorText(error, 'Unexpected error')),
  })
}

/** Settings that the operator still has to set. */
export function useSetup() {
  return useQuery({ queryKey: ['connect-setup'], queryFn: () => call(setup, {}), staleTime: 60_000 })
}

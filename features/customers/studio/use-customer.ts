import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { CallError, callErrorText } from '#kernel/browser/call.ts'
import { saveFile } from '#kernel/browser/save-file.ts'
import { call } from '#studio/data/api.ts'
import { fetchFile } from '#studio/data/fetch-file.ts'
import { toast } from '#ui/toasts/toast.ts'
import {
  banCustomer,
  type Customer,
  type CustomerDetail,
  deleteCustomer,
  readCustomer,
  signOutCustomer,
  unbanCustomer,
} from '../endpoints.ts'
import { customerName } from './customer-words.ts'
import { type OfTenant, customersKey } from './use-customers.ts'

const oneKey = (tenant: OfTenant, id: string) => [...customersKey(tenant), 'one', id]

/** One customer with sign-in methods, sessions and purchases. */
export function useCustomer(tenant: OfTenant, customerId: string) {
  return useQuery({
    queryKey: oneKey(tenant, customerId),
    queryFn: () => call(readCustomer, { tenantId: tenant.id, customerId, mode: tenant.stripe_mode }),
    retry: (failures, error) => !(error instanceof CallError && error.status < 500) && failures < 2,
  })
}

/** Updates the cached customer after a change, and refetches every list. */
function useUpdateCache(tenant: OfTenant) {
  const queries = useQueryClient()
  return (customer: Customer) => {
    const { banned_until } = customer
    queries.setQueryData<CustomerDetail>(
      oneKey(tenant, customer.id),
      (cached) => cached && { ...cached, banned_until },
    )
    void queries.invalidateQueries({ queryKey: customersKey(tenant) })
  }
}

const ofCustomer = (tenant: OfTenant, { id }: Pick<Customer, 'id'>) => ({
  tenantId: tenant.id,
  customerId: id,
})

export function useUnban(tenant: OfTenant) {
  const updateCache = useUpdateCache(tenant)
  return useMutation({
    mutationFn: (customer: Customer) => call(unbanCustomer, ofCustomer(tenant, customer)),
    onSuccess(customer) {
      updateCache(customer)
      toast.success(`${customerName(customer)} can sign in again`)
    },
    onError: (error) => toast.error('Error', callErrorText(error, 'Failed to lift the ban')),
  })
}

/** Bans a customer. The toast has an Undo button. */
export function useBan(tenant: OfTenant, onDone: () => void) {
  const updateCache = useUpdateCache(tenant)
  const unban = useUnban(tenant)
  return useMutation({
    mutationFn: ({ customer, hours }: { customer: Customer; hours: number | undefined }) =>
      call(banCustomer, { ...ofCustomer(tenant, customer), ...(hours ? { hours } : {}) }),
    onSuccess(customer) {
      updateCache(customer)
      toast.success(`${customerName(customer)} is banned`, 'Their sessions have ended.', {
        action: { label: 'Undo', onPress: () => unban.mutate(customer) },
      })
      onDone()
    },
    onError: (error) => toast.error('Error', callErrorText(error, 'Failed to ban the customer')),
  })
}

/** Ends one or all sessions of a customer. */
export function useSignOut(tenant: OfTenant, onDone: () => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ customer, session_id }: { customer: Customer; session_id?: string }) =>
      call(signOutCustomer, { ...ofCustomer(tenant, customer), ...(session_id ? { session_id } : {}) }),
    async onSuccess({ ended }, { customer }) {
      await queries.invalidateQueries({ queryKey: oneKey(tenant, customer.id) })
      const sessions = ended === 1 ? 'One session has ended.' : `${ended} sessions have ended.`
      toast.success(`${customerName(customer)} is signed out`, sessions)
      onDone()
    },
    onError: (error) => toast.error('Error', callErrorText(error, 'Failed to sign out the customer')),
  })
}

/** Deletes a customer permanently. The caller asks for confirmation first. */
export function useDeleteCustomer(tenant: OfTenant, onDone: () => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (customer: Customer) => call(deleteCustomer, ofCustomer(tenant, customer)),
    onSuccess(_, customer) {
      onDone()
      queries.removeQueries({ queryKey: oneKey(tenant, customer.id) })
      void queries.invalidateQueries({ queryKey: customersKey(tenant) })
      toast.success(`${customerName(customer)} was deleted`)
    },
    onError: (error) => toast.error('Error', callErrorText(error, 'Failed to delete the customer')),
  })
}

/** Saves everything that is stored about a customer as a ZIP file. */
export function useExportData(tenant: OfTenant) {
  return useMutation({
    async mutationFn({ id }: Customer) {
      const path = `/tenant-customers/${tenant.id}/customers/${id}/data.zip`
      saveFile(`data-${id}.zip`, await fetchFile(path))
    },
    onError: () => toast.error('Error', 'Failed to export the data'),
  })
}

import { useIsMutating, useMutation } from '@tanstack/react-query'
import { callErrorText } from '#kernel/browser/call.ts'
import { readAddress } from '#kernel/browser/own-address.ts'
import { call } from '#studio/api.ts'
import { toast } from '#ui/toast.ts'
import { connectStart } from '../endpoints.ts'

const connectKey = (tenantId: string) => ['connect', tenantId]

/**
 * Sends the creator to the provider's onboarding for the tenant's current mode. It stays under way until the page is
 * left; when the browser's Back brings the page out of its memory, it is over.
 */
export function useConnect(tenantId: string) {
  return useMutation({
    mutationKey: connectKey(tenantId),
    async mutationFn() {
      const { url } = await call(connectStart, { tenant_id: tenantId })
      const address = readAddress(url, location.origin)
      if (!address) throw new TypeError('The onboarding address cannot be used')
      const back = new Promise((resolve) => addEventListener('pageshow', resolve, { once: true }))
      location.assign(address)
      await back
    },
    onError: (error) => toast.error('Error', callErrorText(error, 'Failed to connect Stripe')),
  })
}

/** True from the consent until the page is left or the start has failed. */
export function useConnecting(tenantId: string): boolean {
  return useIsMutating({ mutationKey: connectKey(tenantId) }) > 0
}

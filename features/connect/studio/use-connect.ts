import { useIsMutating, useMutation } from '@tanstack/react-query'
import { CallError, callErrorText } from '#kernel/browser/call.ts'
import { readAddress } from '#kernel/browser/own-address.ts'
import { call } from '#studio/data/api.ts'
import { toast } from '#ui/toasts/toast.ts'
import { connectStart, startExpressOnboarding, startStandardOAuth } from '../endpoints.ts'

/** `express` creates an account in guided steps, `standard` connects an existing one. */
export type ConnectWay = 'express' | 'standard'

export interface ConnectWish {
  /** The tenant's current mode when omitted. */
  mode?: 'test' | 'live' | undefined
  way: ConnectWay
  /** ISO 3166 country of a new account. */
  country?: string | undefined
}

const connectKey = (tenantId: string) => ['connect', tenantId]

/**
 * Redirects the creator to the provider's pages. It stays busy until the page unloads, and resets when the
 * browser restores the page from its back/forward cache.
 * @param onRefused receives the server's message, in addition to the toast
 */
export function useConnect(tenantId: string, onRefused?: (words: string) => void) {
  return useMutation({
    mutationKey: connectKey(tenantId),
    async mutationFn({ mode, way, country }: ConnectWish) {
      const { url } = await start(tenantId, { mode, way, country })
      const address = readAddress(url, location.origin)
      if (!address) throw new TypeError('The address cannot be used')
      const back = new Promise((resolve) => addEventListener('pageshow', resolve, { once: true }))
      location.assign(address)
      await back
    },
    onError(error) {
      // The plans that include it are already shown.
      if (error instanceof CallError && error.status === 402) return
      const words = callErrorText(error, 'Failed to connect Stripe')
      toast.error('Error', words)
      onRefused?.(words)
    },
  })
}

function start(tenant_id: string, { mode, way, country }: ConnectWish): Promise<{ url: string }> {
  if (way === 'standard') return call(startStandardOAuth, { tenant_id, ...(mode ? { mode } : {}) })
  const place = country ? { country } : {}
  return mode
    ? call(startExpressOnboarding, { tenant_id, mode, ...place })
    : call(connectStart, { tenant_id, ...place })
}

/** True from the confirmation until the page unloads or the start fails. */
export function useConnecting(tenantId: string): boolean {
  return useIsMutating({ mutationKey: connectKey(tenantId) }) > 0
}

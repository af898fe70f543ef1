import { useEffect, useRef } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { db, rowsOf } from '#studio/data/data.ts'
import { useAuth } from '#studio/session/session.tsx'
import { useRefreshTenants } from '#studio/tenant/tenants.ts'
import { toast } from '#ui/toasts/toast.ts'
import { type ConnectReturn, readConnectReturn } from './connect-return.ts'

/**
 * Marks the tenant as connected. The server has already read the account from the provider and accepts the
 * update only if the account exists; the returned row shows which one.
 */
async function markConnected(tenantId: string): Promise<boolean> {
  const query = db.from('tenants').update({ stripe_status: 'connected' }).eq('id', tenantId)
  const row = rowsOf(await query.select('stripe_status').single<{ stripe_status: string }>())
  return row.stripe_status === 'connected'
}

function showIncomplete() {
  toast.info(
    'Stripe is not connected yet',
    'Your details are not complete. Connect Stripe again to continue where you left off.',
  )
}

/** Shows the outcome of the provider's flow once and removes it from the address of /studio. */
export function useConnectReturn(): void {
  const [query] = useSearchParams()
  const { user } = useAuth()
  const navigate = useNavigate()
  const refresh = useRefreshTenants()
  const handled = useRef(false)
  const back = readConnectReturn(query)

  useEffect(() => {
    if (!back || !user || handled.current) return
    handled.current = true
    void navigate('/studio', { replace: true })
    settle(back, refresh).catch((error: Error) => toast.error('Error', error.message))
  })
}

async function settle(back: ConnectReturn, refresh: () => Promise<void>): Promise<void> {
  if (back.outcome === 'failed') toast.error('Failed to connect Stripe', back.words)
  else if (back.outcome === 'connected' && (await markConnected(back.tenant)))
    toast.success('Stripe account connected successfully!')
  else showIncomplete()
  await refresh()
}

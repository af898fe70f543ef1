import { useEffect, useRef } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { db, rowsOf } from '#studio/data.ts'
import { useAuth } from '#studio/session.tsx'
import { useRefreshTenants } from '#studio/tenants.ts'
import { toast } from '#ui/toast.ts'
import { type ConnectReturn, readConnectReturn } from './connect-return.ts'

/**
 * Asks for the tenant to be marked as connected. The server has asked the provider on the way back, and grants it
 * only if an account is there: the row that comes back says which.
 */
async function markConnected(tenantId: string): Promise<boolean> {
  const query = db.from('tenants').update({ stripe_status: 'connected' }).eq('id', tenantId)
  const row = rowsOf(await query.select('stripe_status').single<{ stripe_status: string }>())
  return row.stripe_status === 'connected'
}

function tellIncomplete() {
  toast.info(
    'Stripe is not connected yet',
    'Your details are not complete. Connect Stripe again to go on where you left off.',
  )
}

/** Says how the way to the provider ended, once, and gives /studio its plain address back. */
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
  else tellIncomplete()
  await refresh()
}

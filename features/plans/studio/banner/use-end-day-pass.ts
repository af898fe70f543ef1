import { useCallback } from 'react'
import { db } from '#studio/data.ts'
import { useAuth } from '#studio/session.tsx'

/**
 * Asks the server to write a pass that ran out as expired. A request only: access ended by the database's clock, and
 * the write takes effect only where that clock agrees.
 */
export function useEndDayPass(): () => Promise<void> {
  const { user } = useAuth()
  const owner = user?.id
  return useCallback(async () => {
    if (!owner) return
    await db
      .from('tenants')
      .update({ status: 'expired', updated_at: new Date().toISOString() })
      .eq('owner_user_id', owner)
      .eq('subscription_tier', 'day_pass')
  }, [owner])
}

import { useCallback } from 'react'
import { db } from '#studio/data/data.ts'
import { useAuth } from '#studio/session/session.tsx'

/**
 * Asks the server to mark an expired pass. Access has already ended by the database's clock, and the update
 * applies only if that clock agrees.
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

import { useCallback } from 'react'
import { useAccess } from '#studio/access.ts'
import { DayPassBanner } from './day-pass-banner.tsx'
import { PastDueBanner } from './past-due-banner.tsx'
import { useEndDayPass } from './use-end-day-pass.ts'

/** What the account has to say on every screen: a payment that failed comes before a pass that runs. */
export default function PlanBanner() {
  const { data, isFetching, refetch } = useAccess()
  const endPass = useEndDayPass()
  const look = useCallback(async () => {
    const { data: now } = await refetch()
    // Without an answer nothing is known to be over.
    if (!now || now.dayPass) return true
    await endPass()
    return now.active
  }, [refetch, endPass])

  if (data?.status === 'past_due' && data.active) return <PastDueBanner />
  if (!data?.day_pass_expires_at) return null
  return <DayPassBanner expiresAt={data.day_pass_expires_at} refreshing={isFetching} onRefresh={look} />
}

import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useAccess } from '#studio/access.ts'
import { DayPassBanner } from './day-pass-banner.tsx'
import { PastDueBanner } from './past-due-banner.tsx'
import { useEndDayPass } from './use-end-day-pass.ts'

/** Where people see to their plan anyhow: nobody is led away from there. */
const STAYS = /\/(pricing|billing)$|^\/success$/

/** What the account has to say on every screen: a payment that failed comes before a pass that runs. */
export default function PlanBanner() {
  const { pathname } = useLocation()
  const { data, isFetching, refetch } = useAccess()
  const expiresAt = usePass(data, !STAYS.test(pathname))
  if (data?.status === 'past_due' && data.active) return <PastDueBanner />
  if (!expiresAt) return null
  return <DayPassBanner expiresAt={expiresAt} refreshing={isFetching} onRefresh={refetch} />
}

/**
 * The pass to show: the one that runs, or at zero the one that ran out while the page was open. Its end is the
 * server's word; then the plans come up, unless `autoRedirect` is off.
 */
function usePass(data: ReturnType<typeof useAccess>['data'], autoRedirect: boolean): string | null {
  const navigate = useNavigate()
  const endPass = useEndDayPass()
  const [seen, setSeen] = useState<string | null>(null)
  const running = data?.day_pass_expires_at ?? null
  if (running && running !== seen) setSeen(running)
  const ended = data !== undefined && running === null && seen !== null
  const shut = ended && !data.active

  useEffect(() => {
    if (ended) void endPass()
  }, [ended, endPass])
  useEffect(() => {
    if (!shut || !autoRedirect) return
    void Promise.resolve(navigate('/bolt/pricing')).then(() => setSeen(null))
  }, [shut, autoRedirect, navigate])

  return running ?? (shut ? seen : null)
}

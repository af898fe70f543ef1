import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useAccess } from '#studio/access.ts'
import { rememberBannerHeight } from './banner-height.ts'
import { BannerPlace } from './banner-place.tsx'
import { DayPassBanner } from './day-pass-banner.tsx'
import { PastDueBanner } from './past-due-banner.tsx'
import { useEndDayPass } from './use-end-day-pass.ts'

/** Where people see to their plan anyhow: nobody is led away from there. */
const STAYS = /\/(pricing|billing)$|^\/success$/

/** What the account has to say on every screen: a payment that failed comes before a pass that runs. */
export default function PlanBanner() {
  const { pathname } = useLocation()
  const { data, isPending, isFetching, refetch } = useAccess()
  const expiresAt = usePass(data, pathname)
  const strip = useRef<HTMLDivElement>(null)
  useExpiry(data)
  // The next page that loads keeps its place free, so that what is read does not move when the answer comes.
  useEffect(() => {
    if (data) rememberBannerHeight(sessionStorage, strip.current?.offsetHeight ?? 0)
  })
  if (isPending) return <BannerPlace />
  return (
    <div ref={strip}>
      {data?.status === 'past_due' && data.active ? (
        <PastDueBanner />
      ) : expiresAt ? (
        <DayPassBanner expiresAt={expiresAt} refreshing={isFetching} onRefresh={refetch} />
      ) : null}
    </div>
  )
}

/**
 * The pass to show: the one that runs, or at zero the one that ran out on this page. Its end is the server's word; then
 * the plans come up, except over the pages that stay.
 */
function usePass(data: ReturnType<typeof useAccess>['data'], pathname: string): string | null {
  const navigate = useNavigate()
  const [seen, setSeen] = useState<{ ends: string; at: string }>()
  const running = data?.day_pass_expires_at ?? null
  const ended = data !== undefined && running === null && seen !== undefined
  if (running && (seen?.ends !== running || seen.at !== pathname)) setSeen({ ends: running, at: pathname })
  // Whoever is somewhere else by now has gone on.
  if (ended && seen.at !== pathname) setSeen(undefined)
  const shut = ended && seen.at === pathname && !data.active
  const leaves = shut && !STAYS.test(pathname)

  useEffect(() => {
    if (leaves) void navigate('/bolt/pricing')
  }, [leaves, navigate])

  return running ?? (shut ? seen.ends : null)
}

/** Has the row written as expired, once for each pass that ended while the page was open. */
function useExpiry(data: ReturnType<typeof useAccess>['data']): void {
  const endPass = useEndDayPass()
  const ran = useRef(false)
  useEffect(() => {
    if (!data) return
    const runs = data.day_pass_expires_at !== null
    if (ran.current && !runs) void endPass()
    ran.current = runs
  }, [data, endPass])
}

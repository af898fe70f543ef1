import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useAccess } from '#studio/plan/use-access.ts'
import { rememberBannerHeight } from './banner-height.ts'
import { BannerPlace } from './banner-place.tsx'
import { DayPassBanner } from './day-pass-banner.tsx'
import { PastDueBanner } from './past-due-banner.tsx'
import { useEndDayPass } from './use-end-day-pass.ts'

/** Pages where users manage their plan already; no redirect leaves them. */
const STAYS = /\/(pricing|billing)$|^\/success$/

/** The account's notice on every screen. A failed payment takes precedence over an active day pass. */
export default function PlanBanner() {
  const { pathname } = useLocation()
  const { data, isPending, isFetching, refetch } = useAccess()
  const expiresAt = usePass(data, pathname)
  const strip = useRef<HTMLDivElement>(null)
  useExpiry(data)
  // Remembers the height for the next page load, so that content does not shift when the response arrives.
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
 * The pass to show: the active one, or at zero the one that expired on this page. The server decides when it
 * ends; then the plans open, except over the excluded pages.
 */
function usePass(data: ReturnType<typeof useAccess>['data'], pathname: string): string | null {
  const navigate = useNavigate()
  const [seen, setSeen] = useState<{ ends: string; at: string }>()
  const running = data?.day_pass_expires_at ?? null
  const ended = data !== undefined && running === null && seen !== undefined
  if (running && (seen?.ends !== running || seen.at !== pathname)) setSeen({ ends: running, at: pathname })
  // The user has navigated on.
  if (ended && seen.at !== pathname) setSeen(undefined)
  const shut = ended && seen.at === pathname && !data.active
  const leaves = shut && !STAYS.test(pathname)

  useEffect(() => {
    if (leaves) void navigate('/bolt/pricing')
  }, [leaves, navigate])

  return running ?? (shut ? seen.ends : null)
}

/** Asks the server to mark an expired pass, once for each pass that ended while the page was open. */
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

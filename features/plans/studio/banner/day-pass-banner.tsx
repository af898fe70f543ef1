import { RefreshCw, Ticket } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { Progress } from '#ui/progress.tsx'
import { Button } from '#ui/button.tsx'
import { BannerStrip } from './banner-strip.tsx'
import { isLastHour, minutesLeft, remainingWords } from './remaining.ts'

const DAY_MINUTES = 1440

export interface DayPassBannerProps {
  /** ISO 8601. */
  expiresAt: string
  refreshing: boolean
  /** Reads the access again. @returns whether it is still open, by the server's clock */
  onRefresh: () => Promise<boolean>
  /** At zero it leads to the plans, unless this is false. */
  autoRedirect?: boolean
}

/** How long the day pass lasts; at its end the server is asked, and the plans come up. */
export function DayPassBanner({ expiresAt, refreshing, onRefresh, autoRedirect = true }: DayPassBannerProps) {
  const left = useMinutesLeft(expiresAt)
  const navigate = useNavigate()
  const over = left === 0

  useEffect(() => {
    if (!over || !autoRedirect) return
    void onRefresh().then((open) => (open ? undefined : navigate('/bolt/pricing')))
  }, [over, autoRedirect, onRefresh, navigate])

  return (
    <BannerStrip
      tone={isLastHour(left) ? 'warn' : 'info'}
      label="Day Pass"
      icon={<Ticket size={18} strokeWidth={1.75} aria-hidden />}
      action={
        <Button
          size="small"
          busy={refreshing}
          icon={<RefreshCw size={16} strokeWidth={1.75} aria-hidden />}
          onClick={() => void onRefresh()}
        >
          Refresh
        </Button>
      }
    >
      <p className="font-label">Continue using your Day Pass</p>
      <p role="timer" className="text-text-2 tabular-nums">
        {remainingWords(left)}
      </p>
      <div className="w-28 max-sm:hidden">
        <Progress
          label="Day Pass left"
          tone={isLastHour(left) ? 'warn' : undefined}
          value={Math.min(1, left / DAY_MINUTES)}
        />
      </div>
    </BannerStrip>
  )
}

/** Counts with the page's clock; that alone opens and shuts nothing. */
function useMinutesLeft(expiresAt: string): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const ticking = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(ticking)
  }, [])
  return minutesLeft(expiresAt, now)
}

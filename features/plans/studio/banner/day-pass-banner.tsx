import { RefreshCw, Ticket } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Progress } from '#ui/progress.tsx'
import { Button } from '#ui/button.tsx'
import { BannerStrip } from './banner-strip.tsx'
import { isLastHour, minutesLeft, remainingText } from './remaining.ts'

const DAY_MINUTES = 1440

export interface DayPassBannerProps {
  /** ISO 8601. */
  expiresAt: string
  refreshing: boolean
  /** Refetches the access; also called automatically at zero. */
  onRefresh: () => unknown
}

/**
 * Shows the remaining time of the day pass by the page's clock. The clock does not end the pass: at zero the
 * page asks the server.
 */
export function DayPassBanner({ expiresAt, refreshing, onRefresh }: DayPassBannerProps) {
  const left = useMinutesLeft(expiresAt)
  const over = left === 0

  useEffect(() => {
    if (over) void onRefresh()
  }, [over, onRefresh])

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
        {remainingText(left)}
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

function useMinutesLeft(expiresAt: string): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const ticking = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(ticking)
  }, [])
  return minutesLeft(expiresAt, now)
}

import { ModeBadge } from '#ui/mode-badge.tsx'
import { Select } from '#ui/forms/select.tsx'
import type { StatsDays, StatsSeries, TenantStats } from '../endpoints.ts'
import { PERIODS, type StatsView, changeOf, salesOf } from './stats-view.ts'
import { changeWords } from './stats-words.ts'

const PERIOD_OPTIONS = PERIODS.map((days) => ({ value: String(days), label: `Last ${days} days` }))

export interface StatsAsideProps {
  /** Shown above the choices on phones. */
  mode?: 'test' | 'live' | undefined
  view: StatsView
  stats: TenantStats | undefined
  onShow: (next: Partial<StatsView>) => void
}

/** The period, and the currency if there are several. */
export function StatsAside({ mode, view, stats, onShow }: StatsAsideProps) {
  const currencies = stats?.sales.map(({ currency }) => currency) ?? []
  return (
    <div className="ml-auto flex flex-none flex-col items-end gap-2">
      {mode ? <ModeBadge mode={mode} /> : null}
      <span className="flex gap-2">
        {stats && currencies.length > 1 ? (
          <Select
            aria-label="Currency"
            options={currencies.map((value) => ({ value, label: value.toUpperCase() }))}
            value={salesOf(stats, view.currency).currency}
            onChange={(event) => onShow({ currency: event.currentTarget.value })}
          />
        ) : null}
        <Select
          aria-label="Period"
          options={PERIOD_OPTIONS}
          value={String(view.days)}
          onChange={(event) => onShow({ days: Number(event.currentTarget.value) as StatsDays })}
        />
      </span>
    </div>
  )
}

/** The change from the previous period. Renders nothing if that period had no data. */
export function Change({ series, days, long }: { series: StatsSeries; days: StatsDays; long?: boolean }) {
  const percent = changeOf(series)
  if (percent === undefined) return null
  return (
    <span className="text-caption tabular-nums">
      <span className={percent > 0 ? 'text-ok-text' : 'text-text-3'}>{changeWords(percent)}</span>
      <span className={long ? 'text-text-2' : 'sr-only'}> vs. the previous {days} days</span>
    </span>
  )
}

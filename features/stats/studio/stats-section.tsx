import { useCallback, useMemo } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { formatPrice } from '#kernel/browser/money.ts'
import { useViewport } from '#studio/layout/use-viewport.ts'
import { Card } from '#ui/base/card.tsx'
import { ModeBadge } from '#ui/mode-badge.tsx'
import { FailedRow } from '#ui/lists/failed-row.tsx'
import { StatTabs } from '#ui/tabs/stat-tabs.tsx'
import type { StatsSeries, TenantStats } from '../endpoints.ts'
import { Change, StatsAside } from './stats-head.tsx'
import { StatsChart } from './stats-chart.tsx'
import { ChartSkeleton } from './stats-skeleton.tsx'
import {
  type Beginner,
  type StatsTab,
  type StatsView,
  readStatsView,
  salesOf,
  todayOf,
  totalOf,
  writeStatsView,
} from './stats-view.ts'
import { count } from './stats-words.ts'
import { useStats } from './use-stats.ts'

export interface StatsSectionProps {
  tenant: Beginner & { id: string; name: string }
  /** Opens the tenant's embed code. */
  onEmbed: () => void
}

const TABS: {
  value: StatsTab
  label: string
  series: (stats: TenantStats, currency: string) => StatsSeries & { currency?: string }
}[] = [
  { value: 'sales', label: 'Sales', series: salesOf },
  { value: 'orders', label: 'Orders', series: (stats) => stats.orders },
  { value: 'sign-ups', label: 'Sign-ups', series: (stats) => stats.sign_ups },
]

/** The tenant's sales, orders and sign-ups in its current mode, compared with the previous period. */
export default function StatsSection({ tenant, onEmbed }: StatsSectionProps) {
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const view = useMemo(() => readStatsView(query), [query])
  const phone = useViewport() === 'phone'
  const { data, isError, isFetching, refetch } = useStats(tenant, view.days)
  const show = useCallback(
    (next: Partial<StatsView>) =>
      void navigate(
        { search: writeStatsView(query, { ...view, ...next }) },
        { replace: true, preventScrollReset: true },
      ),
    [navigate, query, view],
  )
  if (!data && isError)
    return (
      <FailedRow
        message="The statistics could not be loaded."
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    )

  const mode = tenant.stripe_mode
  const aside = <StatsAside mode={phone ? mode : undefined} view={view} stats={data} onShow={show} />
  const tabs = TABS.map(({ value, label, series }) => {
    const of = data && series(data, view.currency)
    return {
      value,
      label,
      figure: of && formatOf(of, totalOf(of)),
      note: of ? <Change series={of} days={data.days} /> : undefined,
      hint: of ? `${formatOf(of, todayOf(of))} today` : <br />,
    }
  })
  const chosen = tabs.find(({ value }) => value === view.tab)!
  return (
    <section aria-label={`Statistics for ${tenant.name}`} className="flex flex-col">
      <div className="mb-3 flex items-center gap-3 md:min-h-9">
        <h2 className="truncate text-subheading">{tenant.name}</h2>
        {phone ? null : (
          <>
            <ModeBadge mode={mode} />
            {aside}
          </>
        )}
      </div>
      <Card className="flex-1" aria-busy={!data}>
        <StatTabs label="Statistics" value={view.tab} onChange={(tab) => show({ tab })} tabs={tabs}>
          {phone ? (
            <div className="mb-3 flex min-h-18 items-start justify-between gap-3">
              <p className="min-w-0">
                <span className="block text-title-phone tabular-nums">{chosen.figure}</span>
                {data ? (
                  <Change
                    series={TABS.find(({ value }) => value === view.tab)!.series(data, view.currency)}
                    days={data.days}
                    long
                  />
                ) : null}
                <span className="block text-caption text-text-3 tabular-nums">{chosen.hint}</span>
              </p>
              {aside}
            </div>
          ) : null}
          {data ? (
            <StatsChart
              stats={data}
              tab={view.tab}
              currency={view.currency}
              tenant={tenant}
              onEmbed={onEmbed}
            />
          ) : (
            <ChartSkeleton />
          )}
        </StatTabs>
      </Card>
    </section>
  )
}

/** Formats a value of a series: as money if it has a currency. */
const formatOf = (series: StatsSeries & { currency?: string }, value: number): string =>
  series.currency ? formatPrice(value, series.currency) : count(value)

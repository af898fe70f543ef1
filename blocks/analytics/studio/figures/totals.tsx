import { Card } from '#ui/base/card.tsx'
import { Chart } from '#ui/chart/chart.tsx'
import { FailedRow } from '#ui/lists/failed-row.tsx'
import { Skeleton } from '#ui/base/skeleton.tsx'
import { StatTabs } from '#ui/tabs/stat-tabs.tsx'
import { formatPrice } from '#kernel/browser/money.ts'
import { ChartSkeleton } from '#features/stats/studio/stats-skeleton.tsx'
import type { Figures, Period } from '#blocks/analytics/endpoints-studio.ts'
import { type FigureTab, changeOf, figureOf } from './figures-view.ts'
import { useFigures } from './use-figures.ts'

export interface TotalsProps {
  period: Period
  days: number
  tab: FigureTab
  onTab: (tab: FigureTab) => void
}

const TABS: { value: FigureTab; label: string }[] = [
  { value: 'visits', label: 'Visits' },
  { value: 'visitors', label: 'Visitors' },
  { value: 'views', label: 'Views' },
]

const count = (value: number) => value.toLocaleString('en-US')

/** The three totals with their chart, and members and money below. */
export function Totals({ period, days, tab, onTab }: TotalsProps) {
  const { data, isError, isFetching, refetch } = useFigures(period)
  if (!data && isError)
    return (
      <FailedRow
        message="The figures could not be loaded."
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    )
  if (!data) return <TotalsSkeleton />
  const { label } = TABS.find(({ value }) => value === tab)!
  return (
    <Card>
      <StatTabs
        label="Totals"
        value={tab}
        onChange={onTab}
        tabs={TABS.map(({ value, label: name }) => ({
          value,
          label: name,
          figure: count(figureOf(data.total, value)),
          note: <Change now={figureOf(data.total, value)} before={figureOf(data.before, value)} />,
        }))}
      >
        <Chart
          label={`${label} by ${days === 1 ? 'hour' : 'day'}`}
          bars
          whole
          points={data.series.map(({ at }) => pointOf(at, days === 1))}
          series={[{ name: label, values: data.series.map((counts) => figureOf(counts, tab)) }]}
          format={count}
          axis={count}
          pointsTitle={days === 1 ? 'Hour' : 'Day'}
          empty={<span>No {label.toLowerCase()} in this period.</span>}
        />
      </StatTabs>
      <Money figures={data} />
      <Notes notes={data.notes} />
    </Card>
  )
}

/** As tall as the loaded card, so that nothing below moves. */
function TotalsSkeleton() {
  return (
    <Card aria-busy="true">
      <div className="flex h-21 items-center gap-16 border-b border-line px-5">
        <Skeleton width={120} height={22} />
        <Skeleton width={80} height={22} />
        <Skeleton width={80} height={22} />
      </div>
      <div className="border-b border-line p-5 max-md:px-4 max-md:pt-3">
        <ChartSkeleton />
      </div>
      <div className="h-20" />
    </Card>
  )
}

function Change({ now, before }: { now: number; before: number }) {
  const percent = changeOf(now, before)
  if (percent === undefined) return null
  const sign = percent > 0 ? '+' : percent < 0 ? '−' : ''
  return (
    <span className="text-caption tabular-nums">
      <span className={percent > 0 ? 'text-ok-text' : 'text-text-3'}>
        {sign}
        {Math.min(Math.abs(percent), 999)}%
      </span>
      <span className="sr-only"> compared with the time before</span>
    </span>
  )
}

function Money({ figures: { sign_ups, sales } }: { figures: Figures }) {
  if (!sign_ups) return null
  return (
    <dl className="flex flex-wrap gap-x-10 gap-y-3 border-t border-line p-5">
      <div>
        <dt className="text-caption text-text-2">New members</dt>
        <dd className="text-subheading tabular-nums">
          {count(sign_ups.now)} <Change now={sign_ups.now} before={sign_ups.before} />
        </dd>
      </div>
      {sales?.map(({ currency, orders, amount, before }) => (
        <div key={currency}>
          <dt className="text-caption text-text-2">
            Sales, {count(orders)} {orders === 1 ? 'order' : 'orders'}
          </dt>
          <dd className="text-subheading tabular-nums">
            {formatPrice(amount, currency)} <Change now={amount} before={before} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Notes({ notes }: Pick<Figures, 'notes'>) {
  if (!notes.length) return null
  return (
    <ul aria-label="Notes" className="border-t border-line px-5 py-3">
      {notes.map(({ id, day, text }) => (
        <li key={id} className="py-1 text-text-2">
          <time dateTime={day}>{day}</time>: <span className="wrap-anywhere">{text}</span>
        </li>
      ))}
    </ul>
  )
}

/** Times are those of the browser's zone, which the server used for the days. */
function pointOf(at: string, isHour: boolean) {
  const date = new Date(at)
  const short = isHour
    ? date.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })
    : date.toLocaleDateString('en-GB', { day: 'numeric', month: 'short' })
  const name = isHour
    ? short
    : date.toLocaleDateString('en-GB', { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' })
  return { name, short }
}

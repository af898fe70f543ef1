import { useSearchParams } from 'react-router'
import { currencyExponent, formatPrice } from '#kernel/browser/money.ts'
import { addedUp } from '#features/stats/studio/stats-view.ts'
import { axisMoney, count, dayPoints } from '#features/stats/studio/stats-words.ts'
import { ChartSkeleton } from '#features/stats/studio/stats-skeleton.tsx'
import { useViewport } from '#studio/layout/use-viewport.ts'
import type { TenantRow } from '#studio/tenant/tenants.ts'
import type { EventFigures } from '#blocks/tickets/endpoints-studio.ts'
import { Card } from '#ui/base/card.tsx'
import { Chart } from '#ui/chart/chart.tsx'
import { Select } from '#ui/forms/select.tsx'
import { FailedRow } from '#ui/lists/failed-row.tsx'
import { ModeBadge } from '#ui/mode-badge.tsx'
import { StatTabs } from '#ui/tabs/stat-tabs.tsx'
import type { EventRow } from '../events/event-rows.ts'
import { EventOrders } from './event-orders.tsx'
import { SeatsTable } from './seats-table.tsx'
import { type FiguresDays, useFigures } from './use-figures.ts'

const PERIODS: readonly FiguresDays[] = [7, 30, 90]
type Series = keyof EventFigures['series']
const TABS: { value: Series; label: string }[] = [
  { value: 'tickets', label: 'Tickets' },
  { value: 'paid', label: 'Paid' },
  { value: 'refunded', label: 'Refunded' },
]

/** What an event sold: seats and types at a glance, tickets, money and refunds by day, and its orders. */
export default function FiguresPart({ tenant, event }: { tenant: TenantRow; event: EventRow }) {
  const [query, setQuery] = useSearchParams()
  const days = PERIODS.find((one) => String(one) === query.get('days')) ?? 30
  const isPhone = useViewport() === 'phone'
  const tab = TABS.find(({ value }) => value === query.get('numbers'))?.value ?? 'tickets'
  const { data, isError, isFetching, refetch } = useFigures(tenant, event.id, days)
  const show = (name: 'days' | 'numbers', value: string, usual: string) =>
    setQuery(
      (now) => {
        const next = new URLSearchParams(now)
        if (value === usual) next.delete(name)
        else next.set(name, value)
        return next
      },
      { replace: true, preventScrollReset: true },
    )
  return (
    <div className="flex flex-col gap-6">
      <SeatsTable event={event} figures={data} />
      <section aria-labelledby="figures-title">
        <div className="mb-3 flex flex-wrap items-center gap-3">
          <h3 id="figures-title" className="text-subheading">
            By day
          </h3>
          <ModeBadge mode={tenant.stripe_mode} />
          <span className="ms-auto">
            <Select
              aria-label="Period"
              options={PERIODS.map((one) => ({ value: String(one), label: `Last ${one} days` }))}
              value={String(days)}
              onChange={({ currentTarget: { value } }) => show('days', value, '30')}
            />
          </span>
        </div>
        {!data && isError ? (
          <FailedRow
            message="The figures could not be loaded."
            busy={isFetching}
            onRetry={() => void refetch()}
          />
        ) : (
          <Card aria-busy={!data}>
            <StatTabs
              label="Figures"
              value={tab}
              onChange={(value) => show('numbers', value, 'tickets')}
              tabs={TABS.map(({ value, label }) => ({
                value,
                label,
                figure: data && format(data, value)(data.total[value]),
                hint: data ? `${format(data, value)(sum(data.series[value]))} in ${days} days` : <br />,
              }))}
            >
              {isPhone ? (
                <p className="mb-3 min-h-12" aria-busy={!data}>
                  <span className="block text-title-phone tabular-nums">
                    {data ? format(data, tab)(data.total[tab]) : null}
                  </span>
                  <span className="block text-caption text-text-3 tabular-nums">
                    {data ? `${format(data, tab)(sum(data.series[tab]))} in ${days} days` : null}
                  </span>
                </p>
              ) : null}
              {data ? <FiguresChart figures={data} tab={tab} /> : <ChartSkeleton />}
            </StatTabs>
          </Card>
        )}
      </section>
      <EventOrders tenant={tenant} event={event} />
    </div>
  )
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

const format = ({ currency }: EventFigures, tab: Series) =>
  tab === 'tickets' ? count : (value: number) => formatPrice(value, currency)

/** Tickets and refunds are bars; what was paid is a line that adds up, as on the dashboard. */
function FiguresChart({ figures, tab }: { figures: EventFigures; tab: Series }) {
  const { series, last, days, currency } = figures
  const { label } = TABS.find(({ value }) => value === tab)!
  const values = series[tab]
  const isLine = tab === 'paid'
  const isMoney = tab !== 'tickets'
  const byDay = { label: `${label} by day, last ${days} days`, series: [{ name: label, values }] }
  return (
    <Chart
      label={isLine ? `${label} so far, last ${days} days` : byDay.label}
      points={dayPoints(last, days)}
      bars={!isLine}
      series={
        isLine
          ? [
              { name: `${label} so far`, values: addedUp(values) },
              { name: 'On this day', values, quiet: true },
            ]
          : byDay.series
      }
      table={byDay}
      format={format(figures, tab)}
      axis={isMoney ? (value, all) => axisMoney(value, currency, all) : count}
      unit={isMoney ? 10 ** currencyExponent(currency) : 1}
      whole={!isMoney}
      empty={<span>{EMPTY[tab]}</span>}
    />
  )
}

const EMPTY: Record<Series, string> = {
  tickets: 'No tickets in this time.',
  paid: 'Nothing was paid in this time.',
  refunded: 'Nothing was refunded in this time.',
}

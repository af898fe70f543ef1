import { currencyExponent, formatPrice } from '#kernel/browser/money.ts'
import { Link } from 'react-router'
import { useScreenExists } from '#studio/routing/known-screens.ts'
import { LineChart } from '#ui/chart/line-chart.tsx'
import type { TenantStats } from '../endpoints.ts'
import {
  type Beginner,
  PLAYGROUND,
  type StatsTab,
  addedUp,
  firstStep,
  isSparse,
  salesOf,
} from './stats-view.ts'
import { axisMoney, beforeName, count, dayPoints } from './stats-words.ts'

export interface StatsChartProps {
  stats: TenantStats
  tab: StatsTab
  currency: string
  tenant: Beginner
  onEmbed: () => void
}

/**
 * One statistic, with the previous period as a dashed line: per day, or added up where most days have none. The table
 * always has the days.
 */
export function StatsChart({ stats, tab, currency, tenant, onEmbed }: StatsChartProps) {
  const { days, today } = stats
  const sales = salesOf(stats, currency)
  const [name, series] = {
    sales: ['Sales', sales] as const,
    orders: ['Orders', stats.orders] as const,
    'sign-ups': ['Sign-ups', stats.sign_ups] as const,
  }[tab]
  const money = tab === 'sales'
  const table = {
    label: `${name} by day, last ${days} days`,
    series: [
      { name, values: series.now },
      { name: beforeName(days), values: series.before, dashed: true },
    ],
  }
  const sparse = isSparse(tab === 'sign-ups' ? stats.sign_ups.now : stats.orders.now)
  return (
    <LineChart
      label={sparse ? `${name} so far, last ${days} days` : table.label}
      points={dayPoints(today, days)}
      series={
        sparse
          ? [
              { name: `${name} so far`, values: addedUp(series.now) },
              { name: beforeName(days), values: addedUp(series.before), dashed: true },
            ]
          : table.series
      }
      table={table}
      format={money ? (value) => formatPrice(value, sales.currency) : count}
      axis={money ? (value, all) => axisMoney(value, sales.currency, all) : count}
      unit={money ? 10 ** currencyExponent(sales.currency) : 1}
      whole={!money}
      empty={
        <>
          <span>
            No {name.toLowerCase()} in the last {days} days.
          </span>
          <FirstStep tab={tab} tenant={tenant} onEmbed={onEmbed} />
        </>
      }
    />
  )
}

const LINK_STYLE = 'cursor-pointer font-medium text-accent-text hover:underline'

function FirstStep({ tab, tenant, onEmbed }: Pick<StatsChartProps, 'tab' | 'tenant' | 'onEmbed'>) {
  const playground = useScreenExists(PLAYGROUND)
  const step = firstStep(tab, tenant)
  if (!step) return null
  if (step !== 'embed' && playground)
    return (
      <Link className={LINK_STYLE} to={step.to}>
        Run a test checkout
      </Link>
    )
  return (
    <button type="button" className={LINK_STYLE} onClick={onEmbed}>
      Get the embed code
    </button>
  )
}

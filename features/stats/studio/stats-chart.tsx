import { currencyExponent, formatPrice } from '#kernel/browser/money.ts'
import { Link } from 'react-router'
import { useScreenExists } from '#studio/routing/known-screens.ts'
import { Chart } from '#ui/chart/chart.tsx'
import type { TenantStats } from '../endpoints.ts'
import { type Beginner, PLAYGROUND, type StatsTab, addedUp, firstStep, salesOf } from './stats-view.ts'
import { axisMoney, beforeName, count, dayPoints } from './stats-words.ts'

export interface StatsChartProps {
  stats: TenantStats
  tab: StatsTab
  currency: string
  tenant: Beginner
  onEmbed: () => void
}

/**
 * One statistic. Sales are a line that adds up, against the previous period, which a small shop's days full of zeros
 * cannot break. Orders and sign-ups are bars, one per day. The table always has the days.
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
      { name: beforeName(days), values: series.before, quiet: true },
    ],
  }
  return (
    <Chart
      label={money ? `${name} so far, last ${days} days` : table.label}
      points={dayPoints(today, days)}
      bars={!money}
      series={
        money
          ? [
              { name: `${name} so far`, values: addedUp(series.now) },
              { name: beforeName(days), values: addedUp(series.before), dashed: true },
              { name: 'On this day', values: series.now, quiet: true },
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

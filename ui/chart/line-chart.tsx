import './chart.css'
import { type ReactNode, useState } from 'react'
import { ChartPlot } from './chart-plot.tsx'
import { ChartTable } from './chart-table.tsx'

export interface ChartSeries {
  name: string
  /** One value a point, 0 or more. */
  values: readonly number[]
  /** What it is compared with is dashed. */
  dashed?: boolean
}

export interface ChartPoint {
  /** In full, for the tooltip and the table: `Sun, 15 Nov 2026`. */
  name: string
  /** For the axis: `15 Nov`. */
  short: string
}

export interface LineChartProps {
  /** What the chart shows, for screen readers. */
  label: string
  /** The first is the one that matters; the others are drawn behind it. */
  series: readonly ChartSeries[]
  points: readonly ChartPoint[]
  /** A value in full. */
  format: (value: number) => string
  /** A value on the axis, as short as it may be among all that stand there. */
  axis: (value: number, all: readonly number[]) => string
  /** How many of the values make one on the axis: 100 for cents. */
  unit?: number
  /** Counts have no halves. */
  whole?: boolean
  /** Stands on the line while every value is 0. */
  empty?: ReactNode
  /** Title of the table's first column. */
  pointsTitle?: string
}

/**
 * Values over time: a line, perhaps with a dashed one behind it. A pointer or the arrow keys read single points; the
 * same numbers are a table one press away.
 */
export function LineChart(props: LineChartProps) {
  const [asTable, setAsTable] = useState(false)
  const nothing = props.series.every(({ values }) => values.every((value) => value === 0))
  return (
    <div className="bb-chart">
      <button
        type="button"
        className="bb-chart-switch"
        aria-pressed={asTable}
        onClick={() => setAsTable(!asTable)}
      >
        Show as a table
      </button>
      {asTable ? <ChartTable {...props} /> : <ChartPlot {...props} />}
      {nothing && props.empty && !asTable ? <p className="bb-chart-empty">{props.empty}</p> : null}
    </div>
  )
}

import './chart.css'
import { type ReactNode, useState } from 'react'
import { ChartPlot } from './chart-plot.tsx'
import { ChartTable } from './chart-table.tsx'

export interface ChartSeries {
  name: string
  /** One value per point, 0 or more. */
  values: readonly number[]
  /** Draws the comparison series dashed. */
  dashed?: boolean
  /** Not drawn: its values are only in the tooltip and the table. */
  quiet?: boolean
}

export interface ChartPoint {
  /** Full name for the tooltip and the table: `Sun, 15 Nov 2026`. */
  name: string
  /** Short name for the axis: `15 Nov`. */
  short: string
}

export interface ChartProps {
  /** What the chart shows, for screen readers. */
  label: string
  /** The first is the main series; the others are drawn behind it. */
  series: readonly ChartSeries[]
  points: readonly ChartPoint[]
  /** One bar per point instead of a line. Only the main series has bars; mark the others `quiet`. */
  bars?: boolean
  /** Formats a value in full. */
  format: (value: number) => string
  /** Formats an axis label, as short as possible given all the labels in `all`. */
  axis: (value: number, all: readonly number[]) => string
  /** How many value units make one axis unit: 100 for cents. */
  unit?: number
  /** Only whole numbers on the axis, for counts. */
  whole?: boolean
  /** Shown over the chart while every drawn value is 0. */
  empty?: ReactNode
  /** What the table shows, if it is not what the chart draws. */
  table?: { label: string; series: readonly ChartSeries[] }
  /** Title of the table's first column. */
  pointsTitle?: string
}

/**
 * Values over time: bars, or a line with an optional dashed comparison line behind it. The pointer or the arrow keys
 * select single points, and a button shows the same numbers as a table.
 */
export function Chart(props: ChartProps) {
  const [asTable, setAsTable] = useState(false)
  const isEmpty = props.series.every(({ values, quiet }) => quiet || values.every((value) => value === 0))
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
      {isEmpty && props.empty && !asTable ? <p className="bb-chart-empty">{props.empty}</p> : null}
    </div>
  )
}

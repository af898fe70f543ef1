import { Table } from '../lists/table.tsx'
import type { ChartProps } from './chart.tsx'

/** A chart's data as a table, newest first. */
export function ChartTable(props: ChartProps) {
  const { points, format, pointsTitle = 'Day' } = props
  const { label, series } = props.table ?? props
  const rows = points.map(({ name }, place) => ({ name, place })).toReversed()
  return (
    // The table scrolls, so keyboard users must be able to focus it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className="bb-chart-table" aria-label={label} tabIndex={0}>
      <Table
        label={label}
        rows={rows}
        rowKey={(row) => row.name}
        readOnly
        columns={[
          { title: pointsTitle, render: (row) => row.name },
          ...series.map(({ name, values }) => ({
            title: name,
            align: 'right' as const,
            render: (row: { place: number }) => format(values[row.place] ?? 0),
          })),
        ]}
      />
    </section>
  )
}

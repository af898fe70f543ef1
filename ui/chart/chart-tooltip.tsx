import type { ChartProps } from './chart.tsx'

const GAP = 14
/** Maximum width in pixels. A point closer than this to the left edge gets its tooltip on the right. */
const WIDEST = 220

export interface ChartTooltipProps extends Pick<ChartProps, 'series' | 'points' | 'format'> {
  place: number
  /** Horizontal position of the point in pixels, in a chart of `width` pixels. */
  x: number
  width: number
}

/** The values of one point, to its left if there is space. */
export function ChartTooltip({ series, points, format, place, x, width }: ChartTooltipProps) {
  const side = x > WIDEST + GAP ? { right: width - x + GAP } : { left: x + GAP }
  return (
    <div className="bb-chart-tooltip" aria-hidden="true" style={side}>
      <p>{points[place]?.name}</p>
      {series.map(({ name, values, dashed, quiet }) => (
        <p key={name}>
          <i data-dashed={dashed ? '' : undefined} data-quiet={quiet ? '' : undefined} />
          <span>{name}</span>
          <b>{format(values[place] ?? 0)}</b>
        </p>
      ))}
    </div>
  )
}

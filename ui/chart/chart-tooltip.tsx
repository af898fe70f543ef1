import type { LineChartProps } from './line-chart.tsx'

const GAP = 14
/** Widest it becomes; nearer to the left edge than this it stands at the right. */
const WIDEST = 220

export interface ChartTooltipProps extends Pick<LineChartProps, 'series' | 'points' | 'format'> {
  place: number
  /** Where the point lies, in pixels, in a drawing this wide. */
  x: number
  width: number
}

/** The values of one point, beside it: left of it while there is room. */
export function ChartTooltip({ series, points, format, place, x, width }: ChartTooltipProps) {
  const side = x > WIDEST + GAP ? { right: width - x + GAP } : { left: x + GAP }
  return (
    <div className="bb-chart-tooltip" aria-hidden="true" style={side}>
      <p>{points[place]?.name}</p>
      {series.map(({ name, values, dashed }) => (
        <p key={name}>
          <i data-dashed={dashed ? '' : undefined} />
          <span>{name}</span>
          <b>{format(values[place] ?? 0)}</b>
        </p>
      ))}
    </div>
  )
}

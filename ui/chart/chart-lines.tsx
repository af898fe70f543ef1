import { type ReactNode, useId } from 'react'
import type { ChartProps } from './chart.tsx'

/** Maps points and values to pixels. */
export interface Frame {
  width: number
  height: number
  /** Left edge of the lines; axis labels are left of it. */
  left: number
  x: (place: number) => number
  y: (value: number) => number
}

export interface ChartLinesProps extends Pick<ChartProps, 'series' | 'points' | 'axis'> {
  frame: Frame
  ticks: readonly number[]
  /** Indexes of the points whose dates are labeled. */
  dates: readonly number[]
  /** Index of the hovered or focused point. */
  shown: number | undefined
}

/** One line per series, the first above a fading area. */
export function ChartLines(props: ChartLinesProps) {
  const { series, frame, ticks, shown } = props
  const fade = useId()
  const { x, y } = frame
  const main = series[0]
  const path = (values: readonly number[]) =>
    values.map((value, place) => `${place ? 'L' : 'M'}${round(x(place))},${round(y(value))}`).join('')
  /** The filled area: from the first point to the last, and back along zero. */
  const areaPath = (values: readonly number[]) =>
    values.length ? `${path(values)}V${round(y(0))}H${round(x(0))}Z` : ''
  return (
    <ChartGrid {...props}>
      <defs>
        <linearGradient id={fade} x1="0" x2="0" y1="0" y2="1">
          <stop className="bb-chart-fade" offset="0" stopOpacity="0.14" />
          <stop className="bb-chart-fade" offset="1" stopOpacity="0" />
        </linearGradient>
      </defs>
      {main ? <path d={areaPath(main.values)} fill={`url(#${fade})`} /> : null}
      {series
        .toReversed()
        .map(({ name, values, dashed, quiet }) =>
          quiet ? null : (
            <path
              key={name}
              className="bb-chart-line"
              data-dashed={dashed ? '' : undefined}
              d={path(values)}
            />
          ),
        )}
      {shown !== undefined && main ? (
        <>
          <line className="bb-chart-cursor" x1={x(shown)} x2={x(shown)} y1={y(ticks.at(-1) ?? 0)} y2={y(0)} />
          <circle className="bb-chart-dot" cx={x(shown)} cy={y(main.values[shown] ?? 0)} r="4.5" />
        </>
      ) : null}
    </ChartGrid>
  )
}

/**
 * The SVG of a chart, with its grid lines, values and dates. It is hidden from screen readers: the slider around it
 * announces the points.
 */
export function ChartGrid({
  points,
  axis,
  frame: { width, height, left, x, y },
  ticks,
  dates,
  children,
}: ChartLinesProps & { children: ReactNode }) {
  return (
    <svg width={width} height={height} aria-hidden="true" focusable="false">
      {ticks.map((tick) => (
        <g key={tick}>
          <line className="bb-chart-rule" x1={left} x2={width} y1={y(tick)} y2={y(tick)} />
          <text x={left - 10} y={y(tick)} dy="0.35em" textAnchor="end">
            {axis(tick, ticks)}
          </text>
        </g>
      ))}
      {dates.map((place) => (
        <text key={place} x={x(place)} y={height - 4} textAnchor={anchorOf(place, x(place), width)}>
          {points[place]?.short}
        </text>
      ))}
      {children}
    </svg>
  )
}

/** Rounds to hundredths of a pixel, so that the markup stays short. */
export const round = (pixels: number) => Math.round(pixels * 100) / 100

/** Half the width of a date label like `22 Oct`, in pixels. */
const HALF_DATE = 24

/** The first date starts at the left edge; a date that would overflow ends at the right edge. */
function anchorOf(place: number, x: number, width: number): 'start' | 'middle' | 'end' {
  if (place === 0) return 'start'
  return x + HALF_DATE > width ? 'end' : 'middle'
}

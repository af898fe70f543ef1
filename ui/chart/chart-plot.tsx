import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import { ChartBars } from './chart-bars.tsx'
import { ChartLines, type Frame } from './chart-lines.tsx'
import { dateTicks, valueTicks } from './chart-scale.ts'
import { ChartTooltip } from './chart-tooltip.tsx'
import type { ChartProps } from './chart.tsx'
import { useWidth } from '../use-width.ts'

const TOP = 8
const BELOW = 26
const NARROW = 520
/** Width of one character of an axis label, in pixels. */
const LETTER = 7

/**
 * The interactive chart. It is one tab stop: arrow keys move between points, and screen readers announce
 * each.
 */
export function ChartPlot(props: ChartProps) {
  const { label, series, points, format, axis, unit, whole, bars } = props
  const box = useRef<HTMLDivElement>(null)
  const width = useWidth(box)
  const narrow = width < NARROW
  const height = narrow ? 180 : 216
  const [place, setPlace] = useState<number>()
  const last = points.length - 1
  const shown = place === undefined ? undefined : Math.min(place, last)
  const { top, ticks } = valueTicks(
    series.flatMap(({ values, quiet }) => (quiet ? [] : values)),
    { unit, whole },
  )
  const left = Math.max(24, ...ticks.map((tick) => axis(tick, ticks).length * LETTER + 12))
  const frame: Frame = {
    width,
    height,
    left,
    x: (point) =>
      bars
        ? left + ((point + 0.5) / points.length) * (width - left)
        : left + (last > 0 ? (point / last) * (width - left - 2) : 0),
    y: (value) => height - BELOW - (value / top) * (height - BELOW - TOP),
  }

  function point(event: PointerEvent) {
    const { left: edge } = event.currentTarget.getBoundingClientRect()
    const share = (event.clientX - edge - left) / Math.max(1, width - left)
    const at = bars ? Math.floor(share * points.length) : Math.round(share * last)
    setPlace(Math.max(0, Math.min(last, at)))
  }

  function move(event: KeyboardEvent) {
    const from = shown ?? last + (event.key === 'ArrowLeft' ? 1 : 0)
    const next = MOVES[event.key]?.(from, last)
    if (event.key === 'Escape') setPlace(undefined)
    if (next === undefined) return
    event.preventDefault()
    setPlace(Math.max(0, Math.min(last, next)))
  }

  const Drawing = bars ? ChartBars : ChartLines
  const announced = shown ?? last
  return (
    <div
      ref={box}
      className="bb-chart-plot"
      // A range input cannot hold the SVG, so the slider role is set here.
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuenow={announced}
      aria-valuetext={`${points[announced]?.name}: ${series.map(({ name, values }) => `${name} ${format(values[announced] ?? 0)}`).join(', ')}`}
      style={{ height }}
      onPointerMove={point}
      onPointerDown={point}
      onPointerLeave={() => setPlace(undefined)}
      onBlur={() => setPlace(undefined)}
      onKeyDown={move}
    >
      {width > 0 ? (
        <>
          <Drawing
            {...props}
            frame={frame}
            ticks={ticks}
            dates={dateTicks(points.length, narrow ? 4 : 7)}
            shown={shown}
          />
          {shown === undefined ? null : (
            <ChartTooltip {...props} place={shown} x={frame.x(shown)} width={width} />
          )}
        </>
      ) : null}
    </div>
  )
}

const MOVES: Record<string, (from: number, last: number) => number> = {
  ArrowLeft: (from) => from - 1,
  ArrowDown: (from) => from - 1,
  ArrowRight: (from) => from + 1,
  ArrowUp: (from) => from + 1,
  PageDown: (from) => from - 7,
  PageUp: (from) => from + 7,
  Home: () => 0,
  End: (_, last) => last,
}

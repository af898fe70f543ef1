import { ChartGrid, type ChartLinesProps, round } from './chart-lines.tsx'

/** Widest bar in pixels: with few points, wider ones would be blocks. */
const WIDEST = 28
/** Part of a point's space that its bar takes. */
const SHARE = 0.68

/** One bar per point of the main series. Bars start at zero, and a point without a value has none. */
export function ChartBars(props: ChartLinesProps) {
  const { series, frame, points, ticks, shown } = props
  const { x, y } = frame
  const space = x(1) - x(0)
  const width = Math.min(WIDEST, points.length > 1 ? space * SHARE : WIDEST)
  const zero = y(0)
  return (
    <ChartGrid {...props}>
      {shown === undefined ? null : (
        <rect
          className="bb-chart-column"
          x={round(x(shown) - space / 2)}
          y={y(ticks.at(-1) ?? 0)}
          width={round(space)}
          height={zero - y(ticks.at(-1) ?? 0)}
        />
      )}
      {(series[0]?.values ?? []).map((value, place) =>
        value > 0 ? (
          <path key={place} className="bb-chart-bar" d={barPath(x(place), y(value), zero, width)} />
        ) : null,
      )}
    </ChartGrid>
  )
}

/** A bar around `x`, with its upper corners rounded as far as its height allows. */
function barPath(x: number, top: number, zero: number, width: number): string {
  const corner = Math.min(3, width / 2, zero - top)
  const left = round(x - width / 2)
  const straight = round(width - 2 * corner)
  return `M${left},${round(zero)}V${round(top + corner)}q0,${-corner},${corner},${-corner}h${straight}q${corner},0,${corner},${corner}V${round(zero)}Z`
}

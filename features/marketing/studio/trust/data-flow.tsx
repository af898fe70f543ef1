import { useId } from 'react'
import { FLOW_STEPS, type FlowPlan, type FlowWay, NARROW, WIDE } from './flow-plan.ts'

const COLOR: Record<FlowWay['kind'], string> = {
  data: 'var(--bb-accent-text)',
  card: 'var(--bb-warn-text)',
  money: 'var(--bb-ok-text)',
}
/** Lines also differ by their dashes, not only by color. */
const DASHES: Record<FlowWay['kind'], string | undefined> = { data: undefined, card: '6 5', money: '2 5' }
const KINDS = [
  ['data', 'Data'],
  ['card', 'Card details'],
  ['money', 'Money'],
] as const
/** Length of the arrowhead, and the gap between it and the end of the line. */
const HEAD = 8

/** Who sends what to whom: a drawing and the same as text. */
export function DataFlow() {
  const title = useId()
  return (
    <figure aria-labelledby={title}>
      <figcaption id={title} className="sr-only">
        Data flow
      </figcaption>
      <div className="rounded-card border border-line bg-surface p-8 max-md:p-4">
        <Drawing plan={WIDE} className="max-md:hidden" />
        <Drawing plan={NARROW} className="mx-auto max-w-100 md:hidden" />
        <ul className="mt-6 flex flex-wrap gap-x-6 gap-y-2 text-small text-text-2" aria-label="Lines">
          {KINDS.map(([kind, words]) => (
            <li key={kind} className="flex items-center gap-2">
              <svg width="28" height="8" aria-hidden="true">
                <line x1="0" y1="4" x2="28" y2="4" {...lineLook(kind)} />
              </svg>
              {words}
            </li>
          ))}
        </ul>
      </div>
      <ol className="mt-6 grid gap-x-10 gap-y-5 md:grid-cols-2">
        {FLOW_STEPS.map(([kind, words, text], at) => (
          <li key={words} className="flex gap-3">
            <span
              aria-hidden="true"
              className="grid size-6 shrink-0 place-items-center rounded-full border text-caption font-semibold tabular-nums"
              style={{ color: COLOR[kind], borderColor: COLOR[kind] }}
            >
              {at + 1}
            </span>
            <div>
              <h3 className="font-semibold">{words}</h3>
              <p className="mt-0.5 max-w-[58ch] text-text-2">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </figure>
  )
}

const lineLook = (kind: FlowWay['kind']) => ({
  stroke: COLOR[kind],
  strokeWidth: 1.75,
  strokeDasharray: DASHES[kind],
})

function Drawing({ plan, className }: { plan: FlowPlan; className: string }) {
  const id = useId()
  const { width, height } = plan.place
  return (
    <svg
      viewBox={`-2 -2 ${plan.width + 4} ${plan.height + 4}`}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an inline drawing in theme colors, which an image file cannot have
      role="img"
      aria-labelledby={`${id}title ${id}text`}
      className={`w-full ${className}`}
    >
      <title id={`${id}title`}>Data flow diagram</title>
      <desc id={`${id}text`}>
        {FLOW_STEPS.map(([, words, text], at) => `${at + 1}. ${words}: ${text}`).join(' ')}
      </desc>
      {plan.ways.map((way, at) => (
        <Way key={FLOW_STEPS[at]![1]} way={way} number={at + 1} />
      ))}
      {plan.places.map(({ name, words, x, y }) => (
        <g key={name}>
          <rect
            {...{ x, y, width, height }}
            rx="min(var(--bb-r-card), 12px)"
            fill={name === 'Bolt Blocks' ? 'var(--bb-accent-soft)' : 'var(--bb-subtle)'}
            stroke="var(--bb-edge)"
          />
          <text x={x + width / 2} y={y + height / 2 - 4} textAnchor="middle" className="fill-text">
            <tspan className="text-[15px] font-semibold">{name}</tspan>
            <tspan x={x + width / 2} dy="21" className="fill-text-2 text-[13px]">
              {words}
            </tspan>
          </text>
        </g>
      ))}
    </svg>
  )
}

function Way({ way: { from, to, kind }, number }: { way: FlowWay; number: number }) {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]]
  const length = Math.hypot(dx, dy)
  const [ux, uy] = [dx / length, dy / length]
  const end = [to[0] - ux * HEAD, to[1] - uy * HEAD] as const
  const side = ([x, y]: readonly [number, number], by: number) => `${x - uy * by},${y + ux * by}`
  const [mx, my] = [from[0] + (dx - ux * HEAD) / 2, from[1] + (dy - uy * HEAD) / 2]
  const color = COLOR[kind]
  return (
    <g>
      <line x1={from[0]} y1={from[1]} x2={end[0]} y2={end[1]} {...lineLook(kind)} />
      <polygon points={`${to.join(',')} ${side(end, 4.5)} ${side(end, -4.5)}`} fill={color} />
      <circle cx={mx} cy={my} r="11" fill="var(--bb-surface)" stroke={color} />
      <text x={mx} y={my + 4.5} textAnchor="middle" className="text-[12px] font-semibold" fill={color}>
        {number}
      </text>
    </g>
  )
}

import './badge.css'
import type { ReactNode } from 'react'

export type BadgeTone = 'neutral' | 'outline' | 'accent' | 'solid' | 'inverted' | 'ok' | 'warn' | 'danger'
export type DotTone = 'neutral' | 'accent' | 'ok' | 'warn' | 'danger'

/** A short status label. Color alone never carries meaning, so a badge always has text. */
export function Badge(props: { tone?: BadgeTone; dot?: DotTone; icon?: ReactNode; children: ReactNode }) {
  return (
    <span className="bb-badge" data-tone={props.tone}>
      {props.dot ? <Dot tone={props.dot} /> : null}
      {props.icon}
      {props.children}
    </span>
  )
}

/** A colored dot followed by its label. */
export function Status({ tone, children }: { tone: DotTone; children: ReactNode }) {
  return (
    <span className="bb-status">
      <Dot tone={tone} />
      <span>{children}</span>
    </span>
  )
}

function Dot({ tone }: { tone: DotTone }) {
  return <span className="bb-dot" data-tone={tone} aria-hidden="true" />
}

import type { ReactNode } from 'react'
import { classNames } from '#ui/base/class-names.ts'

const GROUNDS = {
  info: 'bg-accent-soft [&_.bb-strip-icon]:text-accent-text',
  warn: 'bg-warn-soft [&_.bb-strip-icon]:text-warn-text',
  danger: 'bg-danger-soft [&_.bb-strip-icon]:text-danger-text',
}

/** A strip under the header for an account state that affects every screen. */
export function BannerStrip(props: {
  tone: keyof typeof GROUNDS
  label: string
  icon: ReactNode
  children: ReactNode
  action: ReactNode
}) {
  return (
    <section
      aria-label={props.label}
      className={classNames(
        'flex min-h-12 items-center gap-x-3 border-b border-line px-5 py-2 max-md:px-4',
        GROUNDS[props.tone],
      )}
    >
      <span className="bb-strip-icon shrink-0">{props.icon}</span>
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-0.5">{props.children}</div>
      {props.action}
    </section>
  )
}

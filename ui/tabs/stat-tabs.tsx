import './stat-tabs.css'
import { type KeyboardEvent, type ReactNode, useId } from 'react'
import { Skeleton } from '../base/skeleton.tsx'

export interface StatTab<V extends string> {
  value: V
  label: string
  /** The number; undefined while it loads. */
  figure: ReactNode
  /** Next to the number: its change. */
  note?: ReactNode
  /** One line below the number. */
  hint?: ReactNode
}

export interface StatTabsProps<V extends string> {
  /** Name of the tab list for screen readers. */
  label: string
  value: V
  onChange: (value: V) => void
  tabs: readonly StatTab<V>[]
  /** The panel of the selected tab. */
  children: ReactNode
}

/** Returns the index of the tab that a key moves to, from index `at` among `count` tabs. */
const MOVES: Record<string, (at: number, count: number) => number> = {
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowLeft: (at, count) => (at + count - 1) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
}

/**
 * Tabs that show a figure each; arrow keys select (WAI-ARIA tabs pattern). On phones only the names show,
 * side by side. Implemented here because a tabs library would exceed the size budget of the dashboard's first
 * load.
 */
export function StatTabs<V extends string>(props: StatTabsProps<V>) {
  const { label, value, onChange, tabs, children } = props
  const id = useId()

  function move(event: KeyboardEvent) {
    const to = MOVES[event.key]?.(
      tabs.findIndex((tab) => tab.value === value),
      tabs.length,
    )
    if (to === undefined) return
    event.preventDefault()
    onChange(tabs[to]!.value)
    document.getElementById(id + tabs[to]!.value)?.focus()
  }

  return (
    <>
      <div className="bb-stat-tabs" role="tablist" aria-label={label}>
        {tabs.map((tab) => (
          <button
            key={tab.value}
            id={id + tab.value}
            type="button"
            role="tab"
            className="bb-stat-tab"
            aria-selected={tab.value === value}
            aria-controls={tab.value === value ? `${id}panel` : undefined}
            tabIndex={tab.value === value ? 0 : -1}
            data-state={tab.value === value ? 'active' : undefined}
            onClick={() => onChange(tab.value)}
            onKeyDown={move}
          >
            <span className="bb-stat-name">{tab.label}</span>
            <span className="bb-stat-figure">
              {tab.figure === undefined ? <Skeleton width={88} height={14} /> : <b>{tab.figure}</b>}
              {tab.note}
            </span>
            {tab.hint ? <span className="bb-stat-hint">{tab.hint}</span> : null}
          </button>
        ))}
      </div>
      <div
        id={`${id}panel`}
        className="bb-stat-panel"
        role="tabpanel"
        aria-labelledby={id + value}
        tabIndex={-1}
      >
        {children}
      </div>
    </>
  )
}

import './stat-tabs.css'
import { Tabs as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { Skeleton } from './base/skeleton.tsx'

export interface StatTab<V extends string> {
  value: V
  label: string
  /** The number; undefined while it loads. */
  figure: ReactNode
  /** Beside the number: how it changed. */
  note?: ReactNode
}

export interface StatTabsProps<V extends string> {
  /** Name of the set for screen readers. */
  label: string
  value: V
  onChange: (value: V) => void
  tabs: readonly StatTab<V>[]
  /** Stands at the end of the row: a mode, a period. */
  aside?: ReactNode
  /** The view of the chosen one. */
  children: ReactNode
}

/** Numbers that are tabs: the chosen one shows its view below. On phones names alone, side by side. */
export function StatTabs<V extends string>({
  label,
  value,
  onChange,
  tabs,
  aside,
  children,
}: StatTabsProps<V>) {
  function choose(next: string) {
    const tab = tabs.find((each) => each.value === next)
    if (tab) onChange(tab.value)
  }

  return (
    <Radix.Root value={value} onValueChange={choose}>
      <div className="bb-stat-head">
        <Radix.List className="bb-stat-tabs" aria-label={label}>
          {tabs.map((tab) => (
            <Radix.Trigger key={tab.value} className="bb-stat-tab" value={tab.value}>
              <span className="bb-stat-name">{tab.label}</span>
              <span className="bb-stat-figure">
                {tab.figure === undefined ? <Skeleton width={88} height={14} /> : <b>{tab.figure}</b>}
                {tab.note}
              </span>
            </Radix.Trigger>
          ))}
        </Radix.List>
        {aside ? <div className="bb-stat-aside">{aside}</div> : null}
      </div>
      {tabs.map((tab) => (
        <Radix.Content key={tab.value} className="bb-stat-panel" value={tab.value} tabIndex={-1}>
          {tab.value === value ? children : null}
        </Radix.Content>
      ))}
    </Radix.Root>
  )
}

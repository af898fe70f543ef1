import './tabs.css'
import { Tabs as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { useActiveTabInView } from './use-active-tab-in-view.ts'

export interface Tab<V extends string> {
  value: V
  label: ReactNode
  content: ReactNode
}

export interface TabsProps<V extends string> {
  /** Name of the tab list for screen readers. */
  label: string
  value: V
  onChange: (value: V) => void
  tabs: readonly Tab<V>[]
}

/** Tabs with arrow-key navigation. Store `value` in the URL if a reload must keep the tab. */
export function Tabs<V extends string>({ label, value, onChange, tabs }: TabsProps<V>) {
  function choose(next: string) {
    const tab = tabs.find((each) => each.value === next)
    if (tab) onChange(tab.value)
  }

  const row = useActiveTabInView<HTMLDivElement>(value)
  return (
    <Radix.Root value={value} onValueChange={choose}>
      <Radix.List ref={row} className="bb-tabs" aria-label={label}>
        {tabs.map((tab) => (
          <Radix.Trigger key={tab.value} className="bb-tab" value={tab.value}>
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content key={tab.value} className="bb-tab-panel" value={tab.value}>
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  )
}

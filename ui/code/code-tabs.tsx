import './code-block.css'
import { Tabs as Radix } from 'radix-ui'
import { CodeText } from './code-text.tsx'
import { CopyTextButton } from './copy-button.tsx'

export interface CodeTab<V extends string> {
  value: V
  label: string
  /** HTML. */
  code: string
}

export interface CodeTabsProps<V extends string> {
  /** Name of the tab list for screen readers. */
  label: string
  value: V
  onChange: (value: V) => void
  tabs: readonly CodeTab<V>[]
}

/** The same code in several variants. The copy button copies the visible one. */
export function CodeTabs<V extends string>({ label, value, onChange, tabs }: CodeTabsProps<V>) {
  const shown = tabs.find((tab) => tab.value === value) ?? tabs[0]
  function choose(next: string) {
    const tab = tabs.find((each) => each.value === next)
    if (tab) onChange(tab.value)
  }
  return (
    <Radix.Root className="bb-code" value={shown?.value} onValueChange={choose}>
      <div className="bb-code-head">
        <Radix.List className="bb-code-tabs" aria-label={label}>
          {tabs.map((tab) => (
            <Radix.Trigger key={tab.value} className="bb-code-tab" value={tab.value}>
              {tab.label}
            </Radix.Trigger>
          ))}
        </Radix.List>
        <CopyTextButton variant="ghost" size="small" text={shown?.code ?? ''} label="Copy" />
      </div>
      {tabs.map((tab) => (
        <Radix.Content key={tab.value} value={tab.value} className="bb-code-panel">
          <pre>
            <code>
              <CodeText code={tab.code} />
            </code>
          </pre>
        </Radix.Content>
      ))}
    </Radix.Root>
  )
}

import { useState } from 'react'
import {
  type SnippetBlock,
  type SnippetTenant,
  reactSnippet,
  scriptTag,
  wordpressSnippet,
} from '#kernel/browser/snippet.ts'
import { config } from '#studio/config.ts'
import { CodeTabs } from '#ui/code/code-tabs.tsx'

const FORMS = [
  { value: 'html', label: 'HTML', make: scriptTag },
  { value: 'react', label: 'React', make: reactSnippet },
  { value: 'wordpress', label: 'WordPress', make: wordpressSnippet },
] as const

/** The tag that adds the previewed block to a page. */
export function CodePanel({ tenant, block }: { tenant: SnippetTenant; block: SnippetBlock }) {
  const [form, setForm] = useState<(typeof FORMS)[number]['value']>('html')
  return (
    <CodeTabs
      label="Kind of site"
      value={form}
      onChange={setForm}
      tabs={FORMS.map(({ value, label, make }) => ({
        value,
        label,
        code: make(tenant, block, config.embedOrigin),
      }))}
    />
  )
}

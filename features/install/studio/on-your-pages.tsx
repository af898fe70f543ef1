import { useState } from 'react'
import { config } from '#studio/config.ts'
import { tenantSnippet } from '#studio/tenant/tenant-snippet.ts'
import type { TenantRow } from '#studio/tenant/tenants.ts'
import { CodeTabs } from '#ui/code/code-tabs.tsx'
import { InlineCode } from '#ui/code/inline-code.tsx'
import { type PageSample, pageSamples } from './page-samples.ts'

/** Other things a page can do with the tag on it, each with code to copy. */
export function OnYourPages({ tenant }: { tenant: TenantRow }) {
  const [id, setId] = useState<PageSample['id']>('profile')
  const snippet = tenantSnippet(tenant)
  if (!snippet) return null
  const samples = pageSamples(snippet, config.embedOrigin)
  return (
    <section aria-labelledby="install-pages">
      <h2 id="install-pages" className="text-heading">
        More on your pages
      </h2>
      <p className="mt-0.5 mb-3 text-text-2">Works anywhere on a page that has one of the tags.</p>
      <CodeTabs
        label="What a page can do"
        value={id}
        onChange={setId}
        tabs={samples.map(({ id: value, label, code }) => ({ value, label, code }))}
      />
      <p className="mt-3 text-small text-text-2">
        <InlineCode text={samples.find((sample) => sample.id === id)!.text} />
      </p>
    </section>
  )
}

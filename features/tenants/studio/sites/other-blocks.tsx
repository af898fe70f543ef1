import { useState } from 'react'
import { Link } from 'react-router'
import { blockPlaces, blocks, snippetBlocks } from '#blocks/registry.ts'
import { missingPlan, missingPlanText } from '#kernel/browser/plan-of-tag.ts'
import { type SnippetTenant, scriptTag } from '#kernel/browser/snippet.ts'
import { useTenantAccess } from '#studio/plan/use-tenant-access.ts'
import type { TenantRow } from '#studio/tenant/tenants.ts'
import { config } from '#studio/config.ts'
import { CodeBlock } from '#ui/code/code-block.tsx'
import { OptionPicker } from '#ui/forms/option-picker.tsx'

const OTHERS = blockPlaces.filter((place) => !snippetBlocks.includes(place))
const OPTIONS = OTHERS.map(({ name, title }) => ({ value: name, label: title }))

/** The tags of the blocks that are not in the embed code above, one at a time. */
export function OtherBlocks({ tenant, snippet }: { tenant: TenantRow; snippet: SnippetTenant }) {
  const [name, setName] = useState(OPTIONS[0]?.value ?? '')
  const access = useTenantAccess(tenant)
  const place = OTHERS.find((one) => one.name === name)
  if (!place) return null
  const missing = access && missingPlan(Object.values(blocks), place.name, access)
  return (
    <section aria-labelledby="others-title" className="mt-6">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h3 id="others-title" className="text-subheading">
          Other blocks
        </h3>
        {OPTIONS.length > 1 ? (
          <OptionPicker label="Block" value={name} options={OPTIONS} onChange={setName} />
        ) : null}
      </div>
      {place.embed.shows ? (
        <p className="text-text-2">
          Each {place.title.toLowerCase()} has its own tag, under{' '}
          <Link className="link" to={`/bolt/tables?tenant=${tenant.id}`}>
            Tables
          </Link>
          , Look & embed.
        </p>
      ) : (
        <CodeBlock name={place.title} code={scriptTag(snippet, place, config.embedOrigin)} />
      )}
      {missing ? <p className="mt-2 text-small text-text-2">{missingPlanText(missing)}.</p> : null}
    </section>
  )
}

import { useState } from 'react'
import { LookAndEmbed } from '#features/tenants/studio/sites/look-and-embed.tsx'
import { ViewAs } from '#studio/audience/view-as.tsx'
import { mayWith, type TenantRow } from '#studio/tenant/tenants.ts'
import type { StaffItem } from '#blocks/library/endpoints-studio.ts'
import { CodeBlock } from '#ui/code/code-block.tsx'
import { Select } from '#ui/forms/select.tsx'
import { FailedRow } from '#ui/lists/failed-row.tsx'
import { RowsSkeleton } from '#ui/lists/skeletons.tsx'
import { block } from '../block.ts'
import { gateTag, paywallData } from './gate-code.ts'
import { useItems } from './items/use-items.ts'
import { tagsOf } from './tags.ts'

/** The library in the tenant's theme, with a tag for each published item. */
export default function EmbedTab({ tenant }: { tenant: TenantRow }) {
  const { data, isError, isFetching, refetch } = useItems(tenant.id)
  if (isError && !data)
    return (
      <FailedRow message="The items could not be loaded." busy={isFetching} onRetry={() => void refetch()} />
    )
  if (!data) return <RowsSkeleton rows={3} />
  const published = data.items.filter(({ status }) => status === 'published')
  return (
    <div className="flex flex-col gap-10">
      <LookAndEmbed key={tenant.id} tenant={tenant} manifest={block} tags={tagsOf(published)}>
        {published[0] ? <Gate items={published} /> : null}
      </LookAndEmbed>
      {mayWith(tenant, 'people') ? <ViewAs tenant={tenant} page="library" /> : null}
    </div>
  )
}

/** The element for a part of a page of the tenant's own, and what search engines read. */
function Gate({ items }: { items: readonly StaffItem[] }) {
  const [chosen, setChosen] = useState('')
  const item = items.find(({ id }) => id === chosen) ?? items[0]!
  return (
    <section aria-labelledby="gate-title" className="mt-7">
      <h2 id="gate-title" className="text-subheading">
        Gate a part of your own page
      </h2>
      <p className="mt-1 mb-3 text-text-2">
        Put this in place of the part, beside any tag of Bolt Blocks. It contains the text of the item for
        those who may open it, and its teaser for others.
      </p>
      {items.length > 1 ? (
        <div className="mb-3">
          <Select
            aria-label="What the part contains"
            value={item.id}
            options={items.map(({ id, title }) => ({ value: id, label: title }))}
            onChange={({ currentTarget: { value } }) => setChosen(value)}
          />
        </div>
      ) : null}
      <div className="flex flex-col gap-3">
        <CodeBlock name="Gate" code={gateTag(item)} />
        <CodeBlock name="For search engines, in the head of the page" code={paywallData(item)} />
      </div>
    </section>
  )
}

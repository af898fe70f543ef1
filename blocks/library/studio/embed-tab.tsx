import { LookAndEmbed } from '#features/tenants/studio/sites/look-and-embed.tsx'
import type { TenantRow } from '#studio/tenant/tenants.ts'
import { FailedRow } from '#ui/lists/failed-row.tsx'
import { RowsSkeleton } from '#ui/lists/skeletons.tsx'
import { block } from '../block.ts'
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
  return <LookAndEmbed key={tenant.id} tenant={tenant} manifest={block} tags={tagsOf(published)} />
}

import { LookAndEmbed } from '#features/tenants/studio/sites/look-and-embed.tsx'
import type { TenantRow } from '#studio/tenant/tenants.ts'
import { FailedRow } from '#ui/lists/failed-row.tsx'
import { RowsSkeleton } from '#ui/lists/skeletons.tsx'
import { block } from '../block.ts'
import { useEvents } from './events/use-events.ts'
import { tagsOf } from './tags.ts'

/** The tickets block in the tenant's look, with a tag for each event that is to come. */
export default function EmbedTab({ tenant }: { tenant: TenantRow }) {
  const { data: events, isError, refetch } = useEvents(tenant.id)
  if (isError) return <FailedRow message="The events could not be loaded." onRetry={() => void refetch()} />
  if (!events) return <RowsSkeleton rows={3} />
  const shown = events.filter(({ state, isOver }) => state !== 'canceled' && !isOver)
  return <LookAndEmbed key={tenant.id} tenant={tenant} manifest={block} tags={tagsOf(shown)} />
}

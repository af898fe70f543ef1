import { useQuery } from '@tanstack/react-query'
import { LookAndEmbed } from '#features/tenants/studio/sites/look-and-embed.tsx'
import { call } from '#studio/data/api.ts'
import { mayWith, type TenantRow } from '#studio/tenant/tenants.ts'
import { block } from '../block.ts'
import { listAssistants } from '../endpoints-studio.ts'
import { assistantsKey } from './knowledge/use-assistants.ts'
import { tagsOf } from './tags.ts'

/** The assistant in the tenant's theme, with the tags of its layouts, and of each assistant if there are several. */
export default function EmbedTab({ tenant }: { tenant: TenantRow }) {
  // Others see the tags of the first one, which need no name.
  const { data } = useQuery({
    queryKey: assistantsKey(tenant.id),
    queryFn: () => call(listAssistants, { tenantId: tenant.id }),
    enabled: mayWith(tenant, 'content'),
  })
  return (
    <LookAndEmbed key={tenant.id} tenant={tenant} manifest={block} tags={tagsOf(data?.assistants ?? [])} />
  )
}

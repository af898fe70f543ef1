import { LookAndEmbed } from '#features/tenants/studio/sites/look-and-embed.tsx'
import type { TenantRow } from '#studio/tenant/tenants.ts'
import { block } from '../block.ts'

/** The block in the tenant's look, and its tag. */
export default function EmbedTab({ tenant }: { tenant: TenantRow }) {
  return <LookAndEmbed key={tenant.id} tenant={tenant} manifest={block} />
}

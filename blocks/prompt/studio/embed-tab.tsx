import { LookAndEmbed } from '#features/tenants/studio/sites/look-and-embed.tsx'
import type { TenantRow } from '#studio/tenant/tenants.ts'
import { block } from '../block.ts'

/** The assistant in the tenant's theme, with its tag. */
export default function EmbedTab({ tenant }: { tenant: TenantRow }) {
  return <LookAndEmbed key={tenant.id} tenant={tenant} manifest={block} />
}

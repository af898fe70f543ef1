import { LookAndEmbed } from '#features/tenants/studio/sites/look-and-embed.tsx'
import type { TenantRow } from '#studio/tenant/tenants.ts'
import { block } from '../block.ts'

const { name, embed } = block

/** A tag for pages without another block, and tags of the figures. */
const TAGS = [
  { name, embed, title: 'All published figures' },
  { name, embed, title: 'Members', attributes: { figure: 'members' } },
  { name, embed, title: 'Visits', attributes: { figure: 'visits' } },
]

/** The public figures in the tenant's theme. Pages with any block count visits without another tag. */
export default function EmbedTab({ tenant }: { tenant: TenantRow }) {
  return <LookAndEmbed key={tenant.id} tenant={tenant} manifest={block} tags={TAGS} />
}

import { LookAndEmbed } from '#features/tenants/studio/sites/look-and-embed.tsx'
import { block } from '../block.ts'
import type { TablePageProps } from './table-page.tsx'

/** Form and list of a table in the tenant's look, with their tags. */
export default function EmbedTab({ tenant }: TablePageProps) {
  return <LookAndEmbed key={tenant.id} tenant={tenant} manifest={block} />
}

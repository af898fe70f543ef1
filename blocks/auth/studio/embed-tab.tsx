import { LookAndEmbed } from '#features/tenants/studio/sites/look-and-embed.tsx'
import { ViewAs } from '#studio/audience/view-as.tsx'
import { type TenantRow, mayWith } from '#studio/tenant/tenants.ts'
import { block } from '../block.ts'

/** The sign-in block in the tenant's look, its tag, and the block as members get it. */
export default function EmbedTab({ tenant }: { tenant: TenantRow }) {
  return (
    <div key={tenant.id} className="flex flex-col gap-10">
      <LookAndEmbed tenant={tenant} manifest={block} />
      {mayWith(tenant, 'people') ? <ViewAs tenant={tenant} page="auth" height={560} first="person" /> : null}
    </div>
  )
}

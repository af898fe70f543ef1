import { LookAndEmbed } from '#features/tenants/studio/sites/look-and-embed.tsx'
import { ViewAs } from '#studio/audience/view-as.tsx'
import { type TenantRow, mayWith } from '#studio/tenant/tenants.ts'
import { block } from '../block.ts'

/** The pay block in the tenant's look, its tag, and the block as visitors and buyers get it. */
export default function EmbedTab({ tenant }: { tenant: TenantRow }) {
  return (
    <div key={tenant.id} className="flex flex-col gap-10">
      <LookAndEmbed tenant={tenant} manifest={block} />
      {mayWith(tenant, 'people') ? (
        <ViewAs
          tenant={tenant}
          page="pay"
          height={640}
          first="person"
          title="What members and buyers see"
          text="Products and prices may depend on who visits: a member, someone with a role, or a buyer of another product. Choose one to check."
        />
      ) : null}
    </div>
  )
}

import { RolesSection } from '#features/people/studio/roles-section.tsx'
import TeamsSection from '#features/teams/studio/teams-section.tsx'
import { AudiencesSection } from '#studio/audience/audiences-section.tsx'
import type { TenantRow } from '#studio/tenant/tenants.ts'

/** What members can belong to, and what opens by it. */
export default function RolesTab({ tenant }: { tenant: TenantRow }) {
  return (
    <div className="flex flex-col gap-10">
      <RolesSection tenant={tenant} />
      <TeamsSection tenant={tenant} />
      <AudiencesSection tenantId={tenant.id} />
    </div>
  )
}

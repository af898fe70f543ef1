import { RequireTenant } from '#studio/tenant/require-tenant.tsx'
import { useTenantInUrl } from '#studio/tenant/use-tenant-in-url.ts'
import { PageHead } from '#ui/page-head.tsx'
import { AuditSection } from './audit-section.tsx'

/** `/studio/audit?tenant=…`: who changed what at a tenant. */
export default function AuditScreen() {
  useTenantInUrl(['change', 'q', 'kind', 'who', 'days'])
  return (
    <>
      <PageHead
        title="Audit log"
        text="Every change to this tenant: who made it, and the values before and after."
      />
      <RequireTenant>{(tenant) => <AuditSection key={tenant.id} tenant={tenant} />}</RequireTenant>
    </>
  )
}

import { RequireTenant } from '#studio/tenant/require-tenant.tsx'
import { useTenantInUrl } from '#studio/tenant/use-tenant-in-url.ts'
import { PageHead } from '#ui/page-head.tsx'
import { CustomersSection } from './customers-section.tsx'

/** `/studio/customers?tenant=…`: the users who have an account at a tenant. */
export default function CustomersScreen() {
  useTenantInUrl(['customer', 'q', 'filter', 'role', 'shown'])
  return (
    <>
      <PageHead title="Customers" text="Everyone with an account on this tenant's sites." />
      <RequireTenant>{(tenant) => <CustomersSection key={tenant.id} tenant={tenant} />}</RequireTenant>
    </>
  )
}

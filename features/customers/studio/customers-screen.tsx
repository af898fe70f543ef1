import { OfTenant } from '#studio/of-tenant.tsx'
import { useTenantAddress } from '#studio/tenant-address.ts'
import { PageHead } from '#ui/page-head.tsx'
import { CustomersSection } from './customers-section.tsx'

/** `/studio/customers?tenant=…`: the people who have an account at a tenant. */
export default function CustomersScreen() {
  useTenantAddress(['customer', 'q', 'filter', 'shown'])
  return (
    <div className="mx-auto w-full max-w-[1120px]">
      <PageHead title="Customers" text="Everybody who has an account on the sites of this tenant." />
      <OfTenant>{(tenant) => <CustomersSection key={tenant.id} tenant={tenant} />}</OfTenant>
    </div>
  )
}

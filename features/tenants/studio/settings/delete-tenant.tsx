import { Suspense, useState } from 'react'
import { lazy } from '#ui/lazy.tsx'
import type { TenantRow } from '#studio/tenants.ts'
import { Button } from '#ui/button.tsx'

const DeleteTenantDialog = lazy(() => import('./delete-tenant-dialog.tsx'), 'over')

/** The end of a tenant, below its settings. */
export function DeleteTenant({ tenant }: { tenant: TenantRow }) {
  const [asking, setAsking] = useState(false)
  return (
    <section aria-labelledby="delete-tenant-title" className="border-t border-line pt-6">
      <h3 id="delete-tenant-title" className="text-subheading">
        Delete tenant
      </h3>
      <p className="mt-0.5 mb-3 text-text-2">
        Its products, orders, customers, files and keys go with it, and its blocks stop working on your sites.
      </p>
      <Button variant="danger" onClick={() => setAsking(true)}>
        Delete tenant
      </Button>
      {asking ? (
        <Suspense>
          <DeleteTenantDialog tenant={tenant} onClose={() => setAsking(false)} />
        </Suspense>
      ) : null}
    </section>
  )
}

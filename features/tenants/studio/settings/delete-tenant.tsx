import { Suspense, useState } from 'react'
import { lazy } from '#ui/lazy.tsx'
import type { TenantRow } from '#studio/tenant/tenants.ts'
import { Button } from '#ui/button.tsx'

const DeleteTenantDialog = lazy(() => import('./delete-tenant-dialog.tsx'), 'over')

/** The section that deletes a tenant, below its settings. */
export function DeleteTenant({ tenant }: { tenant: TenantRow }) {
  const [isConfirming, setConfirming] = useState(false)
  return (
    <section aria-labelledby="delete-tenant-title" className="border-t border-line pt-6">
      <h3 id="delete-tenant-title" className="text-subheading">
        Delete tenant
      </h3>
      <p className="mt-0.5 mb-3 text-text-2">
        Deletes its products, orders, customers, files and keys. Its blocks stop working on your sites.
      </p>
      <Button tone="danger" onClick={() => setConfirming(true)}>
        Delete tenant
      </Button>
      {isConfirming ? (
        <Suspense>
          <DeleteTenantDialog tenant={tenant} onClose={() => setConfirming(false)} />
        </Suspense>
      ) : null}
    </section>
  )
}

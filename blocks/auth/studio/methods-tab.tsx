import { AuthTab } from '#features/tenants/studio/auth/auth-tab.tsx'
import type { TenantRow } from '#studio/tenant/tenants.ts'

/** How members sign in. The settings have headings for a dialog, so the page adds the one above them. */
export default function MethodsTab({ tenant }: { tenant: TenantRow }) {
  return (
    <>
      <h2 className="sr-only">Sign-in methods</h2>
      <AuthTab tenant={tenant} />
    </>
  )
}

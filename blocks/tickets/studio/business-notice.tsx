import { showPaywall } from '#studio/plan/paywall.ts'
import { useTenantAccess } from '#studio/plan/use-tenant-access.ts'
import type { TenantRow } from '#studio/tenant/tenants.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { lacksBusiness } from './business-plan.ts'

/** Whether a tenant is in live mode without Business. False while it loads. */
export function useBusinessLock(tenant: TenantRow): boolean {
  return lacksBusiness(tenant.stripe_mode, useTenantAccess(tenant))
}

/** Says before a form that it needs Business in live mode. */
export function BusinessNotice({ what }: { what: string }) {
  return (
    <Notice
      action={
        <Button size="small" onClick={() => showPaywall(`In live mode, ${what} need Business.`)}>
          Choose Business
        </Button>
      }
    >
      In live mode, {what} need Business. In test mode you can try them.
    </Notice>
  )
}

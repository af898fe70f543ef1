import { missingPlan } from '#kernel/browser/plan-of-tag.ts'
import type { BlockManifest } from '#kernel/browser/block-manifest.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { showPaywall } from '../plan/paywall.ts'
import { useTenantAccess } from '../plan/use-tenant-access.ts'
import type { TenantRow } from './tenants.ts'

/** Says above a block's page that the owner's plan lacks the block. Test mode tries every block, so it says nothing there. */
export function BlockPlanNotice({ block, tenant }: { block: BlockManifest; tenant: TenantRow }) {
  const access = useTenantAccess(tenant)
  const missing = tenant.stripe_mode === 'live' && access && missingPlan([block], block.name, access)
  if (!missing) return null
  const plan = missing === 'pro' ? 'Pro' : 'Business'
  const text = `In live mode, ${block.title} needs ${plan}.`
  return (
    <div className="mb-6">
      <Notice
        action={
          <Button size="small" onClick={() => showPaywall(text)}>
            Choose {plan}
          </Button>
        }
      >
        {text} In test mode you can try it.
      </Notice>
    </div>
  )
}

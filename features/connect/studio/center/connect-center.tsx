import { ModeBadge } from '#ui/mode-badge.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { PaymentsStatus } from '../payments-status.tsx'
import { OfTenant } from '#studio/of-tenant.tsx'

/** `/studio/connect/stripe`: the payments of the tenant that the header shows. */
export default function ConnectCenter() {
  return (
    <div className="mx-auto w-full max-w-[1060px]">
      <OfTenant>
        {(tenant) => (
          <>
            <PageHead
              title="Connect Center"
              badge={<ModeBadge mode={tenant.stripe_mode} />}
              text={tenant.name}
            />
            <PaymentsStatus tenant={tenant} />
          </>
        )}
      </OfTenant>
    </div>
  )
}

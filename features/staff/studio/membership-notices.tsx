import { useMutation } from '@tanstack/react-query'
import { Link } from 'react-router'
import { callErrorText } from '#kernel/browser/call.ts'
import { call } from '#studio/data/api.ts'
import { useRefreshTenants } from '#studio/tenant/tenants.ts'
import { buttonStyle } from '#ui/base/button.tsx'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { toast } from '#ui/toasts/toast.ts'
import { acceptOwnership, withdrawOffer } from '../endpoints.ts'
import type { Membership } from '../endpoints.ts'

/** One notice for each membership that needs something from the user, or that opens nothing yet. */
export default function MembershipNotices({ memberships }: { memberships: readonly Membership[] }) {
  return (
    <ul className="mt-4 flex flex-col gap-3" aria-label="Your memberships">
      {memberships.map((membership) => (
        <li key={membership.tenant_id}>
          {membership.needs_two_step ? (
            <TwoStepNotice {...membership} />
          ) : membership.ownership_offered ? (
            <OfferNotice {...membership} />
          ) : (
            <Notice title={`You are door staff of ${membership.name}`}>
              Open the check-in link that you get from its owner on your phone. Nothing else opens here.
            </Notice>
          )}
        </li>
      ))}
    </ul>
  )
}

function TwoStepNotice({ name }: Membership) {
  return (
    <Notice tone="warn" title={`${name} requires two-step verification`}>
      <p>Set it up for your account and sign in with it. Until then this tenant does not open.</p>
      <p className="mt-3">
        <Link {...buttonStyle({ size: 'small' })} to="/studio/account">
          Set up two-step verification
        </Link>
      </p>
    </Notice>
  )
}

function OfferNotice({ tenant_id: tenantId, name }: Membership) {
  const refresh = useRefreshTenants()
  const decide = useMutation({
    mutationFn: async (accept: boolean) => {
      await (accept ? call(acceptOwnership, { tenantId }) : call(withdrawOffer, { tenantId }))
      await refresh()
      return accept
    },
    onSuccess: (accepted) => accepted && toast.success('You own the tenant', name),
  })
  return (
    <Notice title={`You are offered the ownership of ${name}`}>
      <p>
        Your plan and its limits will count for it. Its payment account, customers and orders stay. The
        present owner becomes an admin.
      </p>
      {decide.isError ? (
        <p className="bb-error mt-2" role="alert">
          {callErrorText(decide.error, 'This did not work. Try again.')}
        </p>
      ) : null}
      <div className="mt-3 flex gap-2">
        <Button
          size="small"
          variant="primary"
          busy={decide.isPending && decide.variables}
          onClick={() => decide.mutate(true)}
        >
          Accept ownership
        </Button>
        <Button size="small" disabled={decide.isPending} onClick={() => decide.mutate(false)}>
          Decline
        </Button>
      </div>
    </Notice>
  )
}

import { ArrowLeftRight, Info } from 'lucide-react'
import { useState } from 'react'
import { RequireTenant } from '#studio/tenant/require-tenant.tsx'
import { type TenantRow, mayWith } from '#studio/tenant/tenants.ts'
import { Button } from '#ui/button.tsx'
import { FailedRow } from '#ui/lists/failed-row.tsx'
import { ModeBadge } from '#ui/mode-badge.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { CardSkeleton } from '#ui/lists/skeletons.tsx'
import { BlockLink } from '../block-link.tsx'
import { useAccounts } from '../use-accounts.ts'
import { useCenterDialog } from './center-address.ts'
import { CenterDialogs } from './center-dialogs.tsx'
import { ClientIdAlert, isClientIdFault } from './client-id-alert.tsx'
import { FirstSteps } from './first-steps.tsx'
import { GoLive } from './go-live.tsx'
import { ModeExplainer } from './mode-explainer.tsx'
import { Resources } from './resources.tsx'
import { StripeCard } from './stripe-card.tsx'
import { useSmokeReturn } from './use-smoke-return.ts'

/** `/studio/connect/stripe`: the payments of the tenant selected in the header. */
export default function ConnectCenter() {
  useSmokeReturn()
  return (
    <>
      <RequireTenant
        title="Connect Center"
        text="Connect Stripe, so that your site can take payments. You start in test mode, without real money."
        why="You connect Stripe for one tenant at a time. A tenant is one of your sites, with its own products and orders. Create one in the Studio, then come back here."
        below={<FirstSteps />}
      >
        {(tenant) => <Center key={tenant.id} tenant={tenant} />}
      </RequireTenant>
    </>
  )
}

function Center({ tenant }: { tenant: TenantRow }) {
  const { dialog, open, close } = useCenterDialog()
  const [refusal, setRefusal] = useState('')
  const { data: accounts, isError, isFetching, refetch } = useAccounts(tenant.id)
  const mode = tenant.stripe_mode
  const isOwner = mayWith(tenant, 'own')
  return (
    <>
      <PageHead
        title="Connect Center"
        badge={<ModeBadge mode={mode} />}
        text={
          <>
            Stripe for {tenant.name}. Products and orders are under{' '}
            <BlockLink path="/bolt/payments" label="Payments" />.
          </>
        }
        actions={isOwner ? <SwitchButton tenant={tenant} onSwitch={(to) => open('switch', to)} /> : undefined}
      />
      <div className="flex flex-col gap-6 max-md:gap-4">
        {isClientIdFault(refusal) ? <ClientIdAlert words={refusal} /> : null}
        <ModeExplainer mode={mode} />
        <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_280px]">
          <div className="flex min-w-0 flex-col gap-6 max-md:gap-4">
            {accounts ? (
              <>
                <StripeCard tenant={tenant} account={accounts[mode]} open={isOwner ? open : undefined} />
                <GoLive tenant={tenant} live={accounts.live} open={isOwner ? open : undefined} />
              </>
            ) : isError ? (
              <FailedRow
                message="Your Stripe account could not be loaded."
                busy={isFetching}
                onRetry={() => void refetch()}
              />
            ) : (
              <>
                <CardSkeleton lines={3} />
                <CardSkeleton lines={12} />
              </>
            )}
          </div>
          <Resources />
        </div>
      </div>
      {isOwner ? (
        <CenterDialogs tenant={tenant} dialog={dialog} close={close} onRefused={setRefusal} />
      ) : null}
    </>
  )
}

function SwitchButton({ tenant, onSwitch }: { tenant: TenantRow; onSwitch: (to: 'test' | 'live') => void }) {
  const to = tenant.stripe_mode === 'live' ? 'test' : 'live'
  const locked = to === 'live' && !tenant.stripe_account_id_live
  const hint = 'Connect Stripe (live) first'
  return (
    <div className="flex flex-col items-end gap-1 max-md:items-stretch">
      <Button
        icon={<ArrowLeftRight size={16} strokeWidth={1.75} aria-hidden />}
        disabledReason={locked && hint}
        onClick={() => onSwitch(to)}
      >
        {to === 'live' ? 'Switch to Live' : 'Switch to Test'}
      </Button>
      {locked ? (
        <p className="flex items-center gap-1.5 text-caption text-text-2">
          <Info size={13} strokeWidth={1.75} aria-hidden />
          {hint}
        </p>
      ) : null}
    </div>
  )
}

import { CreditCard, ExternalLink } from 'lucide-react'
import '#ui/base/card.css'
import { Button } from '#ui/button.tsx'
import { CopyButton } from '#ui/code/copy-button.tsx'
import { Facts } from '#ui/lists/facts.tsx'
import { Notice } from '#ui/notice.tsx'
import { accountNeed } from '../account-need.ts'
import { type PaymentsTenant, currentAccount } from '../payments-label.ts'
import { PaymentsStatus } from '../payments-status.tsx'
import { MissingConfiguration } from '../suite/missing-configuration.tsx'
import { requiredNames } from '../suite/integrations.ts'
import type { AccountRow } from '../use-accounts.ts'
import { useConnecting } from '../use-connect.ts'
import { useDashboardTab, useSetup } from './use-center-acts.ts'
import type { useCenterDialog } from './center-address.ts'

export interface StripeCardProps {
  tenant: PaymentsTenant
  /** The account of the tenant's current mode. */
  account: AccountRow | undefined
  /** Undefined for staff, who see the state. */
  open: ReturnType<typeof useCenterDialog>['open'] | undefined
}

/** The payments connection of the tenant's current mode. */
export function StripeCard({ tenant, account, open }: StripeCardProps) {
  const mode = tenant.stripe_mode
  const connected = currentAccount(tenant) !== null
  const { data: setup } = useSetup()
  const lacks = (key: string) =>
    requiredNames(key, mode).filter((name) => setup?.[mode].missing.includes(name))
  const missing = lacks('stripe_express')
  return (
    <section aria-label="Stripe" className="bb-card divide-y divide-line">
      <div className="flex flex-wrap items-center gap-4 p-5 max-md:p-4">
        <span className="flex size-10 shrink-0 items-center justify-center rounded-control bg-accent-soft text-accent-text">
          <CreditCard size={20} strokeWidth={1.75} aria-hidden />
        </span>
        <div className="min-w-0 flex-1">
          <h2 className="text-subheading">Stripe</h2>
          <PaymentsStatus tenant={tenant} />
        </div>
        {connected && open ? (
          <Button tone="danger" onClick={() => open('disconnect', mode)}>
            Disconnect
          </Button>
        ) : null}
      </div>
      {account?.account_id ? <AccountFacts account={account} connected={connected} open={open} /> : null}
      <div className="flex flex-col gap-4 p-5 max-md:p-4">
        {!open ? (
          <p className="text-text-2">
            Only the owner of {tenant.name} connects, disconnects and opens its Stripe account, and switches
            between test and live.
          </p>
        ) : missing.length > 0 ? (
          <MissingConfiguration names={missing} />
        ) : (
          <Acts tenant={tenant} connected={connected} lacksClientId={lacks('stripe_standard')} open={open} />
        )}
      </div>
    </section>
  )
}

function AccountFacts({
  account,
  connected,
  open,
}: {
  account: AccountRow
  connected: boolean
  open: StripeCardProps['open']
}) {
  const need = connected ? accountNeed(account) : undefined
  return (
    <div className="flex flex-col gap-4 p-5 max-md:p-4">
      <Facts
        rows={[
          [
            'Account',
            <span key="account" className="-my-2 inline-flex items-center gap-1 pointer-coarse:-my-3">
              <code className="font-mono text-mono wrap-anywhere">{account.account_id}</code>
              <CopyButton text={account.account_id!} label="Copy account ID" resetMs={1000} />
            </span>,
          ],
          ['Type', account.kind === 'standard' ? 'Standard' : 'Express'],
          ['Payments', account.charges_enabled ? 'Ready for cards' : 'Not yet'],
          ['Payouts', account.payouts_enabled ? 'Paid to your own account' : 'Not yet'],
        ]}
      />
      {need ? (
        <Notice tone={need.tone} title={need.title}>
          <div className="flex items-end justify-between gap-x-6 gap-y-2 max-md:flex-col max-md:items-start">
            <p>{need.text}</p>
            {open && account.kind === 'express' && account.requirements.length > 0 ? (
              <Button size="small" className="shrink-0" onClick={() => open('connect', account.mode)}>
                Continue at Stripe
              </Button>
            ) : null}
          </div>
        </Notice>
      ) : null}
      {connected ? null : (
        <Notice>
          {open
            ? 'Your Stripe setup is not finished. Connect Stripe again to continue where you left off.'
            : 'The Stripe setup is not finished.'}
        </Notice>
      )}
    </div>
  )
}

function Acts({
  tenant,
  connected,
  lacksClientId,
  open,
}: {
  tenant: PaymentsTenant
  connected: boolean
  lacksClientId: string[]
  open: NonNullable<StripeCardProps['open']>
}) {
  const mode = tenant.stripe_mode
  const connecting = useConnecting(tenant.id)
  const dashboard = useDashboardTab(tenant.id, mode)
  return (
    <>
      <div className="flex flex-wrap gap-2">
        {connected ? (
          <Button
            icon={<ExternalLink size={16} strokeWidth={1.75} aria-hidden />}
            busy={dashboard.isPending}
            onClick={() => dashboard.mutate()}
          >
            Open Stripe dashboard
          </Button>
        ) : (
          <Button
            variant="primary"
            busy={connecting}
            busyLabel="Connecting..."
            onClick={() => open('connect', mode)}
          >
            Connect Stripe
          </Button>
        )}
        {lacksClientId.length === 0 ? (
          <Button
            disabledReason={connected && 'Disconnect this account before you connect another one.'}
            onClick={() => open('oauth', mode)}
          >
            Standard OAuth
          </Button>
        ) : null}
      </div>
      {!connected && lacksClientId.length === 0 ? (
        <p className="text-caption text-text-2">
          Connect Stripe sets up a new Stripe account for this tenant. Standard OAuth connects a Stripe
          account that you already have.
        </p>
      ) : null}
      {lacksClientId.length > 0 ? <MissingConfiguration names={lacksClientId} /> : null}
    </>
  )
}

import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { db, rowsOf } from '#studio/data/data.ts'
import { chooseTenant } from '#studio/tenant/tenants.ts'
import { Status } from '#ui/base/badge.tsx'
import { Skeleton } from '#ui/base/skeleton.tsx'
import { buttonStyle } from '#ui/base/button.tsx'
import { CopyButton } from '#ui/code/copy-button.tsx'
import { Facts } from '#ui/lists/facts.tsx'
import { Notice } from '#ui/notice.tsx'
import { ModeBadge } from '#ui/mode-badge.tsx'
import { type PaymentsTenant, currentAccount } from './payments-label.ts'

interface AccountRow {
  display_name: string | null
  charges_enabled: boolean
  payouts_enabled: boolean
}

function useAccount(tenant: PaymentsTenant) {
  const account = currentAccount(tenant)
  return useQuery({
    queryKey: ['payment-account', tenant.id, tenant.stripe_mode, account],
    enabled: account !== null,
    queryFn: async () =>
      rowsOf<AccountRow[]>(
        await db
          .from('payment_accounts')
          .select('display_name, charges_enabled, payouts_enabled')
          .eq('tenant_id', tenant.id)
          .eq('mode', tenant.stripe_mode),
      )[0] ?? null,
  })
}

/** Tenant Settings, Payments: the account of the tenant's current mode, read-only. */
export default function PaymentsTab({ tenant }: { tenant: PaymentsTenant }) {
  const account = currentAccount(tenant)
  const { data, isError } = useAccount(tenant)
  return (
    <div>
      <Facts
        rows={[
          ['Mode', <ModeBadge key="mode" mode={tenant.stripe_mode} />],
          [
            'Status',
            <Status key="status" tone={account ? 'ok' : 'neutral'}>
              {account ? 'Connected' : 'Not connected'}
            </Status>,
          ],
          ...(account
            ? ([
                [
                  'Account',
                  <span key="account" className="-my-2 inline-flex items-center gap-1 pointer-coarse:-my-3">
                    <code className="font-mono text-mono">{account}</code>
                    <CopyButton text={account} label="Copy account ID" resetMs={1000} />
                  </span>,
                ],
                ...(data ? stateRows(data) : data === null || isError ? [] : WAITING),
              ] as const)
            : []),
        ]}
      />
      <div className="mt-5">
        <Notice
          action={
            <Link
              {...buttonStyle({ size: 'small' })}
              to="/studio/connect/stripe"
              onClick={() => chooseTenant(tenant.id)}
            >
              Connect Center
            </Link>
          }
        >
          Payment settings are managed in the main dashboard.
        </Notice>
      </div>
    </div>
  )
}

const WAITING = ['Name', 'Card payments', 'Payouts'].map(
  (label) =>
    [
      label,
      <span key={label} className="flex h-5 items-center" aria-busy="true">
        <Skeleton width={160} />
      </span>,
    ] as const,
)

function stateRows(account: AccountRow) {
  return [
    ...(account.display_name ? ([['Name', account.display_name]] as const) : []),
    ['Card payments', account.charges_enabled ? 'Ready' : 'Stripe is reviewing your details'],
    ['Payouts', account.payouts_enabled ? 'Paid to your own account' : 'Stripe is reviewing your details'],
  ] as const
}

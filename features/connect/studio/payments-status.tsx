import { Status } from '#ui/base/badge.tsx'
import { type PaymentsTenant, currentAccount, paymentsLabel } from './payments-label.ts'
import { useAccountLabel } from './use-account-label.ts'

/** The payments line of a tenant's card: amber for test mode, green for live. */
export function PaymentsStatus({ tenant }: { tenant: PaymentsTenant }) {
  const label = useAccountLabel(tenant)
  if (!currentAccount(tenant)) return <Status tone="neutral">Not connected</Status>
  return <Status tone={tenant.stripe_mode === 'test' ? 'warn' : 'ok'}>{paymentsLabel(label)}</Status>
}

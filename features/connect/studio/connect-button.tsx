import { Check } from 'lucide-react'
import { Button } from '#ui/button.tsx'
import { type PaymentsTenant, currentAccount } from './payments-label.ts'
import { useConnecting } from './use-connect.ts'

/** The action at the end of a tenant's card, until the current mode has an account. */
export function ConnectButton({ tenant, onConnect }: { tenant: PaymentsTenant; onConnect: () => void }) {
  const connecting = useConnecting(tenant.id)
  if (currentAccount(tenant))
    return (
      <Button size="small" disabled icon={<Check size={16} strokeWidth={1.75} aria-hidden />}>
        Connected
      </Button>
    )
  return (
    <Button size="small" variant="primary" busy={connecting} busyLabel="Connecting..." onClick={onConnect}>
      Connect Stripe
    </Button>
  )
}

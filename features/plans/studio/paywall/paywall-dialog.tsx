import { useNavigate } from 'react-router'
import { Badge } from '#ui/base/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { IN_DEVELOPMENT, isInDevelopment } from '#studio/plan/in-development.ts'
import { useAccess } from '#studio/plan/use-access.ts'
import { planPriceParts } from '#studio/plan/plan-price.ts'
import { type PlanRow, usePlans } from '#studio/plan/plan-row.ts'

/**
 * Shown when a plan's limit is reached: the server's message, the paid plans above the user's own with
 * prices, and a button to upgrade.
 */
export default function PaywallDialog({ words, onClose }: { words: string; onClose: () => void }) {
  const navigate = useNavigate()
  const { data = [] } = usePlans()
  const { data: access } = useAccess()
  const paid = data.filter(({ price_cents }) => price_cents > 0)
  const higher = paid.slice(paid.findIndex(({ id }) => id === access?.plan) + 1)
  function upgrade() {
    onClose()
    void navigate('/bolt/pricing?manage=1')
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title="Upgrade Plan"
      description={words}
      footer={
        <>
          <Button onClick={onClose}>Not now</Button>
          <Button variant="primary" onClick={upgrade}>
            Upgrade Plan
          </Button>
        </>
      }
    >
      <ul aria-label="Paid plans" className="divide-y divide-line border-y border-line">
        {(higher.length > 0 ? higher : paid).map((plan) => (
          <Line key={plan.id} plan={plan} />
        ))}
      </ul>
    </Dialog>
  )
}

function Line({ plan }: { plan: PlanRow }) {
  const { amount, per } = planPriceParts(plan)
  const pending = plan.features.filter((feature) => isInDevelopment(feature))
  const shipped = plan.features.filter((feature) => !pending.includes(feature))
  return (
    <li className="py-3.5">
      <p className="flex items-center gap-2.5">
        <span className="font-semibold">{plan.name}</span>
        {plan.id === 'pro' ? <Badge tone="solid">Popular</Badge> : null}
        <span className="ml-auto tabular-nums">
          <span className="font-semibold">{amount}</span>
          <span className="text-text-2">{per}</span>
        </span>
      </p>
      <p className="mt-1 text-text-2">{shipped.join(' · ')}</p>
      {pending.length > 0 ? (
        <p className="mt-1 text-small text-text-3">
          {IN_DEVELOPMENT}: {pending.join(' · ')}
        </p>
      ) : null}
    </li>
  )
}

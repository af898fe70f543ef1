import { CircleAlert } from 'lucide-react'
import { formatDate } from '#kernel/browser/dates.ts'
import { useBilling } from '#studio/plan/use-billing.ts'
import { ManageBilling } from '../billing/manage-billing.tsx'
import { BannerStrip } from './banner-strip.tsx'

/** Shown after a failed renewal: how long the plan stays active, and a button to update the card. */
export function PastDueBanner() {
  const { data } = useBilling()
  const until = data?.held?.grace_ends_at
  return (
    <BannerStrip
      tone="danger"
      label="Payment failed"
      icon={<CircleAlert size={18} strokeWidth={1.75} aria-hidden />}
      action={<ManageBilling size="small" />}
    >
      <p className="font-label">Your last payment failed</p>
      <p className="text-text-2">
        {until
          ? `Update your card by ${formatDate(until)} to keep your plan.`
          : 'Update your card to keep your plan.'}
      </p>
    </BannerStrip>
  )
}

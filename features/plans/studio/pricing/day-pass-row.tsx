import { Ticket } from 'lucide-react'
import { useAccess } from '#studio/plan/use-access.ts'
import { Badge } from '#ui/base/badge.tsx'
import { Card } from '#ui/base/card.tsx'
import { Button } from '#ui/button.tsx'
import { useDayPassPurchase } from './use-plan-choice.ts'

/** The day pass, for staff only; the server checks again at purchase. */
export function DayPassRow() {
  const { data: access } = useAccess()
  const buy = useDayPassPurchase()
  if (!access?.staff) return null
  return (
    <section aria-label="Day Pass" className="mt-4">
      <Card className="flex flex-wrap items-center gap-x-4 gap-y-3 px-6 py-4 max-md:px-5">
        <Ticket size={22} strokeWidth={1.75} aria-hidden className="shrink-0 text-text-2" />
        <div className="flex min-w-56 flex-1 flex-wrap items-center gap-x-3 gap-y-1">
          <h2 className="font-semibold">Day Pass</h2>
          <Badge tone="outline">Staff only</Badge>
          {access.dayPass ? (
            <Badge tone="ok" dot="ok">
              Active
            </Badge>
          ) : null}
          <p className="text-text-2">24-hour access, full platform access, instant activation</p>
        </div>
        <p className="tabular-nums">
          <span className="text-subheading">€1</span> <span className="text-text-2">one-time</span>
        </p>
        <Button busy={buy.isPending} busyLabel="Processing..." onClick={() => buy.mutate()}>
          {access.dayPass ? 'Extend Day Pass' : 'Get Day Pass'}
        </Button>
      </Card>
    </section>
  )
}

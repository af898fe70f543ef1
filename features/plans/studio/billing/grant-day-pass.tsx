import { useMutation } from '@tanstack/react-query'
import { Ticket } from 'lucide-react'
import { useState } from 'react'
import { callErrorText } from '#kernel/browser/call.ts'
import { useAccess } from '#studio/plan/use-access.ts'
import { call } from '#studio/data/api.ts'
import { useAuth } from '#studio/session/session.tsx'
import { useCurrentTenant } from '#studio/tenant/tenants.ts'
import { Card } from '#ui/base/card.tsx'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { Notice } from '#ui/notice.tsx'
import { grantDayPass } from '#features/plans/endpoints.ts'

/** Grants a free day pass to the tenant selected in the Studio. Staff only; the server checks again. */
export function GrantDayPass() {
  const { user } = useAuth()
  const { data: access } = useAccess()
  const tenant = useCurrentTenant()
  const [asking, setAsking] = useState(false)
  const grant = useMutation({
    mutationFn: (tenantId: string) =>
      call(grantDayPass, { tenant_id: tenantId, minutes: 1440, extend: true, note: 'complimentary' }),
    onSettled: () => setAsking(false),
    onSuccess: () => location.reload(),
  })
  if (!access?.staff || !user?.email || !tenant) return null
  return (
    <section aria-label="Admin" className="mt-4">
      <Card className="flex flex-wrap items-center gap-x-4 gap-y-3 px-6 py-4 max-md:px-5">
        <Ticket size={22} strokeWidth={1.75} aria-hidden className="shrink-0 text-text-2" />
        <div className="min-w-56 flex-1">
          <h2 className="font-semibold">Free 24h Day Pass</h2>
          <p className="text-text-2">For {tenant.name}. Extends an active pass.</p>
        </div>
        <Button busy={grant.isPending} busyLabel="Granting..." onClick={() => setAsking(true)}>
          Grant Day Pass
        </Button>
      </Card>
      {grant.isError ? (
        <div className="mt-3">
          <Notice tone="danger" role="alert">
            Error: {callErrorText(grant.error, 'The Day Pass could not be granted.')}
          </Notice>
        </div>
      ) : null}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Grant Day Pass"
        variant="primary"
        confirmLabel="Grant Day Pass"
        busy={grant.isPending}
        busyLabel="Granting..."
        onConfirm={() => grant.mutate(tenant.id)}
      >
        Grant a free 24h Day Pass to this tenant?
      </ConfirmDialog>
    </section>
  )
}

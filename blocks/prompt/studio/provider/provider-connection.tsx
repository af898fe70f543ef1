import { useState } from 'react'
import { formatDateTime } from '#kernel/browser/dates.ts'
import type { PromptProvider } from '#blocks/prompt/endpoints-studio.ts'
import { Status } from '#ui/base/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { useDeleteProvider, useTestProvider } from './use-provider.ts'

export interface ProviderConnectionProps {
  tenantId: string
  provider: PromptProvider
  /** The form has input that is not saved, and that a test would not use. */
  isChanged: boolean
}

/** Tests and ends the connection to a stored provider. */
export function ProviderConnection({ tenantId, provider, isChanged }: ProviderConnectionProps) {
  const [isAsking, setAsking] = useState(false)
  const check = useTestProvider(tenantId)
  const remove = useDeleteProvider(tenantId, () => setAsking(false))
  const result = check.data
  return (
    <div className="flex flex-col gap-3 border-t border-line pt-4">
      <div className="flex flex-wrap items-center gap-3">
        <Status tone={provider.checked_at ? 'ok' : 'warn'}>
          {provider.checked_at
            ? `Connected, tested ${formatDateTime(provider.checked_at)}`
            : 'Not tested yet'}
        </Status>
        <span className="ms-auto flex flex-wrap gap-2">
          <Button
            busy={check.isPending}
            busyLabel="Testing..."
            disabledReason={isChanged && 'Save your changes first.'}
            onClick={() => check.mutate()}
          >
            Test connection
          </Button>
          <Button tone="danger" variant="ghost" onClick={() => setAsking(true)}>
            Disconnect
          </Button>
        </span>
      </div>
      {result && !check.isPending ? (
        <Notice tone={result.ok ? 'ok' : 'danger'} role={result.ok ? 'status' : 'alert'}>
          {result.ok ? `${result.model} replied in ${result.ms.toLocaleString('en-US')} ms.` : result.problem}
        </Notice>
      ) : null}
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Disconnect this provider?"
        confirmLabel="Disconnect"
        busy={remove.isPending}
        busyLabel="Disconnecting..."
        onConfirm={() => remove.mutate()}
      >
        Its key is deleted. Visitors get the matching passages word for word until you connect a provider
        again.
      </ConfirmDialog>
    </div>
  )
}

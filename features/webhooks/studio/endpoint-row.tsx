import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { Status } from '#ui/base/badge.tsx'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Menu, MenuItem, MenuLine } from '#ui/overlays/menu.tsx'
import type { WebhookEndpoint, WithSecret } from '../endpoints.ts'
import { ALL_EVENTS } from './event-descriptions.ts'
import { usePing, useRemoveWebhook, useRotateSecret, useSwitchWebhook } from './use-webhooks.ts'
import { WebhookDialog } from './webhook-dialog.tsx'
import { endpointState } from './webhook-state.ts'

export interface EndpointRowProps {
  tenantId: string
  endpoint: WebhookEndpoint
  /** Opens its log. */
  onOpen: () => void
  onSecret: (made: WithSecret) => void
}

/** One endpoint: its address, its state and its actions. */
export function EndpointRow({ tenantId, endpoint, onOpen, onSecret }: EndpointRowProps) {
  const key = { tenant_id: tenantId, id: endpoint.id }
  const [openDialog, setOpenDialog] = useState<'edit' | 'secret' | 'remove'>()
  const close = () => setOpenDialog(undefined)
  const ping = usePing(key, onOpen)
  const flip = useSwitchWebhook(key)
  const remove = useRemoveWebhook(key, close)
  const rotate = useRotateSecret(key, (made) => {
    close()
    onSecret(made)
  })
  const state = endpointState(endpoint)
  const draft = { url: endpoint.url, events: endpoint.events }
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 py-4">
      <div className="min-w-0 flex-1 basis-[320px]">
        <p className="font-mono text-mono wrap-anywhere">{endpoint.url}</p>
        <div className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-1 text-small text-text-2">
          <Status tone={state.tone}>{state.label}</Status>
          <span>{describeEvents(endpoint)}</span>
        </div>
      </div>
      <div className="flex items-center gap-2">
        <Button
          size="small"
          disabled={!endpoint.enabled}
          busy={ping.isPending}
          busyLabel="Sending..."
          onClick={() => ping.mutate()}
        >
          Send test
        </Button>
        <Button size="small" onClick={onOpen}>
          Log
        </Button>
        <Menu
          trigger={
            <IconButton
              label={`More for ${endpoint.url}`}
              icon={<Ellipsis size={16} strokeWidth={1.75} aria-hidden />}
            />
          }
        >
          <MenuItem onSelect={() => setOpenDialog('edit')}>Edit</MenuItem>
          <MenuItem onSelect={() => setOpenDialog('secret')}>New secret</MenuItem>
          <MenuItem onSelect={() => flip.mutate(!endpoint.enabled)}>
            {endpoint.enabled ? 'Turn off' : 'Turn on'}
          </MenuItem>
          <MenuLine />
          <MenuItem tone="danger" onSelect={() => setOpenDialog('remove')}>
            Remove
          </MenuItem>
        </Menu>
      </div>
      {openDialog === 'edit' ? (
        <WebhookDialog
          tenantId={tenantId}
          mode={endpoint.mode}
          id={endpoint.id}
          kept={draft}
          onClose={close}
        />
      ) : null}
      <ConfirmDialog
        open={openDialog === 'secret'}
        onOpenChange={(open) => !open && close()}
        title="Create a new secret?"
        confirmLabel="Create secret"
        variant="primary"
        busy={rotate.isPending}
        busyLabel="Creating..."
        onConfirm={() => rotate.mutate()}
      >
        Events are signed with both secrets for 24 hours, then only with the new one. Update your server
        before.
      </ConfirmDialog>
      <ConfirmDialog
        open={openDialog === 'remove'}
        onOpenChange={(open) => !open && close()}
        title="Remove this endpoint?"
        confirmLabel="Remove"
        busy={remove.isPending}
        busyLabel="Removing..."
        onConfirm={() => remove.mutate()}
      >
        {endpoint.url} stops receiving events, and its log is deleted.
      </ConfirmDialog>
    </li>
  )
}

function describeEvents({ events, old_secret_until }: WebhookEndpoint): string {
  const eventNames =
    events.length === ALL_EVENTS.length
      ? 'All events'
      : events.length === 1
        ? events[0]!
        : `${events.length} events`
  return old_secret_until ? `${eventNames}, signed with two secrets` : eventNames
}

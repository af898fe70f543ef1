import { formatDateTime } from '#kernel/browser/dates.ts'
import { Button } from '#ui/button.tsx'
import { CopyableId } from '#ui/code/copyable-id.tsx'
import { Facts } from '#ui/lists/facts.tsx'
import type { RowSteps } from '#ui/lists/row-steps.ts'
import { Notice } from '#ui/notice.tsx'
import { SidePanel } from '#ui/overlays/side-panel.tsx'
import type { InboxEvent } from '../endpoints-inbox.ts'
import { EventStatus } from './inbox-state.tsx'
import { useReplayEvent } from './use-inbox.ts'

export interface InboxPanelProps {
  tenantId: string
  event: InboxEvent
  onClose: () => void
  steps: RowSteps
}

/** One event of the card provider: what it is about, and how it was processed. */
export default function InboxPanel({ tenantId, event, onClose, steps }: InboxPanelProps) {
  const replay = useReplayEvent(tenantId)
  return (
    <SidePanel
      {...steps}
      onClose={onClose}
      title={<span className="wrap-anywhere">{event.type}</span>}
      footer={
        <Button busy={replay.isPending} busyLabel="Trying..." onClick={() => replay.mutate(event.id)}>
          Process again
        </Button>
      }
    >
      {event.error ? (
        <div className="mb-5">
          <Notice tone="danger" title="Failed">
            {event.error}
          </Notice>
        </div>
      ) : null}
      <Facts
        rows={[
          ['State', <EventStatus key="state" state={event.state} />],
          ['Received', formatDateTime(event.received_at)],
          ...(event.tried_at ? [['Last tried', formatDateTime(event.tried_at)] as const] : []),
          ...(event.processed_at ? [['Processed', formatDateTime(event.processed_at)] as const] : []),
          ...(event.object_id
            ? [['Object', <CopyableId key="object" id={event.object_id} label="Copy object ID" />] as const]
            : []),
          ['Event', <CopyableId key="event" id={event.id} label="Copy event ID" />],
        ]}
      />
    </SidePanel>
  )
}

import { formatDateTime } from '#kernel/browser/dates.ts'
import { Status } from '#ui/base/badge.tsx'
import { Button } from '#ui/button.tsx'
import { CopyTextButton } from '#ui/code/copy-button.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { FailedRow } from '#ui/lists/failed-row.tsx'
import { RowsSkeleton } from '#ui/lists/skeletons.tsx'
import type { Attempt } from '../endpoints.ts'
import { type Key, useDelivery, useReplay } from './use-webhooks.ts'
import { responseText, deliveryState, laidOut } from './webhook-state.ts'

export interface DeliveryDialogProps {
  endpointKey: Key
  messageId: string
  onClose: () => void
}

/** One message as sent, every response, and a button to send it again. */
export function DeliveryDialog({ endpointKey, messageId, onClose }: DeliveryDialogProps) {
  const { data, isError, isFetching, refetch } = useDelivery(endpointKey, messageId)
  const replay = useReplay(endpointKey)
  const state = data && deliveryState(data.delivery)
  return (
    <Dialog
      open
      size="wide"
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={data?.delivery.type ?? 'Event'}
      description={`webhook-id: msg_${messageId}`}
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button
            variant="primary"
            disabled={!data}
            busy={replay.isPending}
            busyLabel="Sending..."
            onClick={() => replay.mutate(messageId)}
          >
            Send again
          </Button>
        </>
      }
    >
      {data && state ? (
        <div className="flex flex-col gap-6">
          <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
            <Status tone={state.tone}>{state.label}</Status>
            {data.delivery.next_at && data.delivery.tries > 0 ? (
              <span className="text-text-2">Next try {formatDateTime(data.delivery.next_at)}</span>
            ) : null}
          </div>
          <div>
            <div className="mb-2 flex items-center justify-between gap-3">
              <h3 className="text-subheading">Body</h3>
              <CopyTextButton size="small" text={data.body} label="Copy body" />
            </div>
            <Text label="Body" text={laidOut(data.body)} />
          </div>
          <div>
            <h3 className="mb-2 text-subheading">Attempts</h3>
            {data.attempts.length ? (
              <ol className="divide-y divide-line border-y border-line">
                {data.attempts.map((attempt) => (
                  <AttemptRow key={attempt.number} attempt={attempt} />
                ))}
              </ol>
            ) : (
              <p className="text-text-2">None yet.</p>
            )}
          </div>
        </div>
      ) : isError ? (
        <FailedRow
          message="The delivery could not be loaded."
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      ) : (
        <RowsSkeleton rows={3} />
      )}
    </Dialog>
  )
}

function AttemptRow({ attempt }: { attempt: Attempt }) {
  const taken = attempt.status !== null && attempt.status >= 200 && attempt.status < 300
  return (
    <li className="py-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <Status tone={taken ? 'ok' : 'danger'}>{responseText(attempt)}</Status>
        <span className="text-small text-text-2">{formatDateTime(attempt.attempted_at)}</span>
        <span className="text-small text-text-2 tabular-nums">{attempt.duration_ms} ms</span>
      </div>
      {attempt.answer ? (
        <div className="mt-2">
          <Text label={`Response to attempt ${attempt.number}`} text={attempt.answer} />
        </div>
      ) : null}
    </li>
  )
}

/** The text as received, in a scrolling box. */
function Text({ label, text }: { label: string; text: string }) {
  return (
    <section
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keys
      tabIndex={0}
      className="bb-well max-h-[280px] overflow-auto p-3"
    >
      <pre className="font-mono text-mono whitespace-pre-wrap wrap-anywhere">{text}</pre>
    </section>
  )
}

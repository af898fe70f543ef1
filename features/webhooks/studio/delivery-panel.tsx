import { formatDateTime } from '#kernel/browser/dates.ts'
import { Status } from '#ui/base/badge.tsx'
import { Button } from '#ui/button.tsx'
import { CopyTextButton } from '#ui/code/copy-button.tsx'
import { CopyableId } from '#ui/code/copyable-id.tsx'
import { Facts } from '#ui/lists/facts.tsx'
import { FailedRow } from '#ui/lists/failed-row.tsx'
import type { RowSteps } from '#ui/lists/row-steps.ts'
import { RowsSkeleton } from '#ui/lists/skeletons.tsx'
import { SidePanel } from '#ui/overlays/side-panel.tsx'
import type { Attempt } from '../endpoints.ts'
import { type Key, useDelivery, useReplay } from './use-webhooks.ts'
import { responseText, deliveryState, laidOut } from './webhook-state.ts'

export interface DeliveryPanelProps {
  endpointKey: Key
  messageId: string
  onClose: () => void
  steps: RowSteps
}

/** One message as sent, every response, and a button to send it again. */
export default function DeliveryPanel({ endpointKey, messageId, onClose, steps }: DeliveryPanelProps) {
  const { data, isError, isFetching, refetch } = useDelivery(endpointKey, messageId)
  const replay = useReplay(endpointKey)
  const state = data && deliveryState(data.delivery)
  return (
    <SidePanel
      {...steps}
      onClose={onClose}
      title={<span className="wrap-anywhere">{data?.delivery.type ?? 'Event'}</span>}
      footer={
        <Button
          disabled={!data}
          busy={replay.isPending}
          busyLabel="Sending..."
          onClick={() => replay.mutate(messageId)}
        >
          Send again
        </Button>
      }
    >
      {data && state ? (
        <div className="flex flex-col gap-6">
          <Facts
            rows={[
              [
                'State',
                <Status key="state" tone={state.tone}>
                  {state.label}
                </Status>,
              ],
              ...(data.delivery.next_at && data.delivery.tries > 0
                ? [['Next try', formatDateTime(data.delivery.next_at)] as const]
                : []),
              ['Created', formatDateTime(data.delivery.created_at)],
              ['webhook-id', <CopyableId key="id" id={`msg_${messageId}`} label="Copy webhook-id" />],
            ]}
          />
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
    </SidePanel>
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

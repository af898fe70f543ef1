import { Plus, Webhook } from 'lucide-react'
import { useId, useState } from 'react'
import { Card } from '#ui/base/card.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyRow } from '#ui/lists/empty-state.tsx'
import { FailedRow } from '#ui/lists/failed-row.tsx'
import { ModeBadge } from '#ui/mode-badge.tsx'
import { RowsSkeleton } from '#ui/lists/skeletons.tsx'
import type { WebhookEndpoint, WithSecret } from '../endpoints.ts'
import { EndpointRow } from './endpoint-row.tsx'
import { SecretDialog } from './secret-dialog.tsx'
import { useWebhooks } from './use-webhooks.ts'
import { EMPTY_WEBHOOK, WebhookDialog } from './webhook-dialog.tsx'

const TEXTS = {
  test: {
    title: 'Test endpoints',
    text: 'Receive test orders, customers and products.',
  },
  live: {
    title: 'Live endpoints',
    text: 'Receive live orders, customers and products.',
  },
}
const MOST = 5

export interface EndpointListProps {
  tenantId: string
  mode: WebhookEndpoint['mode']
  /** Whether the dialog for a new endpoint is open; stored in the address. */
  adding: boolean
  onAdding: (open: boolean) => void
  onOpen: (id: string) => void
}

/** The endpoints of a mode. */
export function EndpointList({ tenantId, mode, adding, onAdding, onOpen }: EndpointListProps) {
  const titleId = useId()
  const { data, isError, isFetching, refetch } = useWebhooks(tenantId, mode)
  const [draft, setDraft] = useState(EMPTY_WEBHOOK)
  const [made, setMade] = useState<WithSecret>()
  const texts = TEXTS[mode]
  return (
    <section aria-labelledby={titleId}>
      <div className="mb-3 flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-3">
            <h2 id={titleId} className="text-heading">
              {texts.title}
            </h2>
            <ModeBadge mode={mode} />
          </div>
          <p className="mt-0.5 text-text-2">{texts.text}</p>
        </div>
        <Button
          // The first one is how to start; live ones come after it works.
          variant={data?.length === 0 && mode === 'test' ? 'primary' : 'secondary'}
          icon={<Plus size={16} strokeWidth={1.75} aria-hidden />}
          disabled={!data || data.length >= MOST}
          onClick={() => onAdding(true)}
        >
          Add {mode} endpoint
        </Button>
      </div>
      <Card className="px-5 py-1 max-md:px-4">
        {data ? (
          data.length === 0 ? (
            <EmptyRow
              icon={<Webhook size={18} strokeWidth={1.75} aria-hidden />}
              text={`No ${mode} endpoints yet. Add your server's URL.`}
            />
          ) : (
            <ul aria-label={texts.title} className="divide-y divide-line">
              {data.map((endpoint) => (
                <EndpointRow
                  key={endpoint.id}
                  tenantId={tenantId}
                  endpoint={endpoint}
                  onOpen={() => onOpen(endpoint.id)}
                  onSecret={setMade}
                />
              ))}
            </ul>
          )
        ) : isError ? (
          <FailedRow
            message="Your endpoints could not be loaded."
            busy={isFetching}
            onRetry={() => void refetch()}
          />
        ) : (
          <RowsSkeleton rows={1} />
        )}
      </Card>
      {adding && data && data.length < MOST ? (
        <WebhookDialog
          tenantId={tenantId}
          mode={mode}
          kept={draft}
          onKeep={setDraft}
          onClose={() => onAdding(false)}
          onMade={setMade}
        />
      ) : null}
      {made ? <SecretDialog made={made} onClose={() => setMade(undefined)} /> : null}
    </section>
  )
}

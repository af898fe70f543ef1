import { useState } from 'react'
import { formatDateTime } from '#kernel/browser/dates.ts'
import { useAudiences } from '#studio/audience/use-audiences.ts'
import type { StaffDocument, StaffSource } from '#blocks/prompt/endpoints-studio.ts'
import { Button } from '#ui/button.tsx'
import { Facts } from '#ui/lists/facts.tsx'
import { FailedRow } from '#ui/lists/failed-row.tsx'
import type { RowSteps } from '#ui/lists/row-steps.ts'
import { RowsSkeleton } from '#ui/lists/skeletons.tsx'
import { Notice } from '#ui/notice.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { SidePanel } from '#ui/overlays/side-panel.tsx'
import { hasAudience } from './source-draft.ts'
import { KINDS } from './source-kinds.tsx'
import { readText, SourceState } from './source-state.tsx'
import { isReading, useDeleteSource, useDocuments, useSyncSource } from './use-sources.ts'

export interface SourcePanelProps {
  tenantId: string
  source: StaffSource
  steps: RowSteps
  onEdit: () => void
  onClose: () => void
}

/** A source beside the list: its state, for whom it is, and what was read. */
export function SourcePanel({ tenantId, source, steps, onEdit, onClose }: SourcePanelProps) {
  const [isDeleting, setDeleting] = useState(false)
  const sync = useSyncSource(tenantId, source.assistant_id)
  const remove = useDeleteSource(tenantId, source.assistant_id, onClose)
  const { data: audiences } = useAudiences(tenantId)
  const isCopied = hasAudience(source.kind)
  return (
    <SidePanel
      {...steps}
      onClose={onClose}
      title={source.title}
      description={KINDS[source.kind].name}
      footer={
        <>
          <Button tone="danger" variant="ghost" onClick={() => setDeleting(true)}>
            Delete
          </Button>
          {isCopied ? (
            <Button
              busy={sync.isPending || isReading(source)}
              busyLabel="Reading..."
              onClick={() => sync.mutate(source.id)}
            >
              Read again
            </Button>
          ) : null}
          <Button variant="primary" onClick={onEdit}>
            Edit
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        {source.problem ? (
          <Notice tone={source.state === 'failed' ? 'danger' : 'warn'}>{source.problem}</Notice>
        ) : null}
        <Facts
          rows={[
            ['State', <SourceState key="state" source={source} />],
            ['Read', readText(source)],
            ...(source.synced_at && isCopied
              ? ([['Last read', formatDateTime(source.synced_at)]] as const)
              : []),
            ...(source.sync_days
              ? ([
                  ['Again', source.sync_days === 1 ? 'Every day' : `Every ${source.sync_days} days`],
                ] as const)
              : []),
            [
              'For',
              isCopied
                ? source.audience === null
                  ? 'No one'
                  : (audiences?.find(({ id }) => id === source.audience)?.name ?? '…')
                : 'Each visitor, what they may see',
            ],
          ]}
        />
        {isCopied ? <Documents tenantId={tenantId} source={source} /> : null}
      </div>
      <ConfirmDialog
        open={isDeleting}
        onOpenChange={setDeleting}
        title={`Delete ${source.title}?`}
        confirmLabel="Delete"
        busy={remove.isPending}
        busyLabel="Deleting..."
        onConfirm={() => remove.mutate(source.id)}
      >
        The next answer no longer uses it.
        {isCopied ? ' What was read of it is deleted.' : ' What it reads stays.'}
      </ConfirmDialog>
    </SidePanel>
  )
}

function Documents({ tenantId, source }: { tenantId: string; source: StaffSource }) {
  const { data, isError, isFetching, refetch } = useDocuments(tenantId, source)
  if (isError)
    return (
      <FailedRow
        message="What was read could not be loaded."
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    )
  if (!data) return <RowsSkeleton rows={3} />
  if (data.documents.length === 0)
    return <p className="text-text-2">{isReading(source) ? 'It is being read.' : 'Nothing was read.'}</p>
  return (
    <section aria-label="What was read">
      <h3 className="mb-2 font-label">What was read</h3>
      <ul className="divide-y divide-line border-y border-line">
        {data.documents.map((document) => (
          <li key={document.id} className="flex items-baseline justify-between gap-4 py-2">
            <span className="min-w-0 wrap-anywhere">
              {document.url ? (
                <a className="link" href={document.url} target="_blank" rel="noreferrer">
                  {document.title}
                </a>
              ) : (
                document.title
              )}
              {document.problem ? (
                <span className="block text-caption text-text-3">{document.problem}</span>
              ) : null}
            </span>
            <span className="flex-none text-small text-text-2 tabular-nums">{documentText(document)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function documentText({ state, passages }: StaffDocument): string {
  if (state === 'failed') return 'Failed'
  if (state === 'skipped') return 'Left out'
  return passages === 1 ? '1 passage' : `${passages.toLocaleString('en-US')} passages`
}

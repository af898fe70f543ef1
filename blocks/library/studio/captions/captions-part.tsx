import { Captions as CaptionsIcon } from 'lucide-react'
import { useState } from 'react'
import { plural } from '#kernel/browser/local.ts'
import type { Captions } from '#blocks/library/endpoints-studio.ts'
import { Button } from '#ui/button.tsx'
import { FailedRow } from '#ui/lists/failed-row.tsx'
import { RowsSkeleton } from '#ui/lists/skeletons.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { CaptionsDialog } from './captions-dialog.tsx'
import { useCaptions, useDeleteCaptions } from './use-captions.ts'

/** The captions of an audio or video, by language. Each is saved alone. */
export default function CaptionsPart({ tenantId, itemId }: { tenantId: string; itemId: string }) {
  const { data: captions, isError, isFetching, refetch } = useCaptions(tenantId, itemId)
  const [edited, setEdited] = useState<Captions | 'new'>()
  const [deleted, setDeleted] = useState<Captions>()
  const remove = useDeleteCaptions(tenantId, itemId)
  return (
    <section aria-labelledby="captions" className="mt-8 flex flex-col gap-3">
      <h3 id="captions" className="text-subheading">
        Captions
      </h3>
      {isError ? (
        <FailedRow
          message="The captions could not be loaded."
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      ) : captions ? (
        <ul className="flex flex-col divide-y divide-line">
          {captions.map((each) => (
            <li key={each.language} className="flex flex-wrap items-center gap-3 py-2">
              <CaptionsIcon size={18} strokeWidth={1.75} aria-hidden className="shrink-0 text-text-3" />
              <span className="min-w-0 flex-1 wrap-anywhere">
                {each.label} <span className="text-small text-text-3">{each.language}</span>
                <span className="block text-small text-text-2">
                  {each.cues.length.toLocaleString('en-US')}{' '}
                  {plural(each.cues.length, { one: 'caption', other: 'captions' })}
                </span>
              </span>
              <Button
                size="small"
                aria-label={`Edit captions: ${each.label}`}
                onClick={() => setEdited(each)}
              >
                Edit
              </Button>
              <Button
                size="small"
                variant="ghost"
                aria-label={`Delete captions: ${each.label}`}
                onClick={() => setDeleted(each)}
              >
                Delete
              </Button>
            </li>
          ))}
          {captions.length === 0 ? (
            <li className="text-text-2">No captions yet. Upload a file, or write them here.</li>
          ) : null}
        </ul>
      ) : (
        <RowsSkeleton rows={1} />
      )}
      <div>
        <Button onClick={() => setEdited('new')} disabledReason={!captions && 'The captions are loading.'}>
          Add captions
        </Button>
      </div>
      {edited ? (
        <CaptionsDialog
          tenantId={tenantId}
          itemId={itemId}
          captions={edited === 'new' ? undefined : edited}
          taken={(captions ?? []).map(({ language }) => language)}
          onClose={() => setEdited(undefined)}
        />
      ) : null}
      <ConfirmDialog
        open={deleted !== undefined}
        onOpenChange={(open) => open || setDeleted(undefined)}
        title={`Delete the captions ${deleted?.label ?? ''}?`}
        confirmLabel="Delete"
        busy={remove.isPending}
        busyLabel="Deleting..."
        onConfirm={() =>
          deleted && remove.mutate(deleted.language, { onSettled: () => setDeleted(undefined) })
        }
      >
        Viewers no longer see them. This action cannot be undone.
      </ConfirmDialog>
    </section>
  )
}

import { Ellipsis, Gauge } from 'lucide-react'
import { Suspense, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { lazy } from '#ui/lazy.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { Menu, MenuItem, MenuLine } from '#ui/overlays/menu.tsx'
import type { Bucket } from './bucket.ts'
import { useDeleteBucket } from './use-buckets.ts'

const BucketDialog = lazy(
  () => import('./bucket-dialog.tsx').then((module) => ({ default: module.BucketDialog })),
  'over',
)

export interface BucketMenuProps {
  tenantId: string
  bucket: Bucket
  onDeleted?: () => void
  /** False where a button changes the limits. */
  hasLimits?: boolean
}

/** What can be done with a bucket as a whole. */
export function BucketMenu({ tenantId, bucket, onDeleted, hasLimits = true }: BucketMenuProps) {
  const [dialog, setDialog] = useState<'limits' | 'delete'>()
  const close = () => setDialog(undefined)
  const remove = useDeleteBucket(tenantId)
  return (
    <>
      <Menu
        trigger={
          <IconButton
            label={`More for ${bucket.name}`}
            icon={<Ellipsis size={16} strokeWidth={1.75} aria-hidden />}
          />
        }
      >
        {hasLimits ? (
          <>
            <MenuItem onSelect={() => setDialog('limits')}>Limits</MenuItem>
            <MenuLine />
          </>
        ) : null}
        <MenuItem tone="danger" onSelect={() => setDialog('delete')}>
          Delete
        </MenuItem>
      </Menu>
      {dialog === 'limits' ? (
        <Suspense>
          <BucketDialog tenantId={tenantId} bucket={bucket} onClose={close} onSaved={close} />
        </Suspense>
      ) : null}
      <ConfirmDialog
        open={dialog === 'delete'}
        onOpenChange={(open) => open || close()}
        title={`Delete ${bucket.name}?`}
        confirmLabel="Delete"
        busy={remove.isPending}
        busyLabel="Deleting..."
        onConfirm={() => remove.mutate(bucket.id, { onSuccess: () => onDeleted?.(), onSettled: close })}
      >
        Only an empty bucket can be deleted. This action cannot be undone.
      </ConfirmDialog>
    </>
  )
}

/** Changes what may be uploaded into a bucket. */
export function LimitsButton({ tenantId, bucket }: Pick<BucketMenuProps, 'tenantId' | 'bucket'>) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button icon={<Gauge size={16} strokeWidth={1.75} aria-hidden />} onClick={() => setOpen(true)}>
        Limits
      </Button>
      {isOpen ? (
        <Suspense>
          <BucketDialog tenantId={tenantId} bucket={bucket} onClose={close} onSaved={close} />
        </Suspense>
      ) : null}
    </>
  )
}

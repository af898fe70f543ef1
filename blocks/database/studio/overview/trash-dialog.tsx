import type { DataTable } from '#features/tables/endpoints.ts'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { rowsText, useRowCount } from '../rows/use-row-count.ts'
import { useTrashTable } from '../use-tables.ts'

export interface TrashDialogProps {
  tenantId: string
  table: DataTable
  onClose: () => void
  onTrashed: (() => void) | undefined
}

/** Asks before a table disappears from the site. */
export function TrashDialog({ tenantId, table, onClose, onTrashed }: TrashDialogProps) {
  const { data: rows } = useRowCount(tenantId, table)
  const trash = useTrashTable(tenantId)
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => open || onClose()}
      title={`Move ${table.title} to the trash?`}
      confirmLabel="Move to trash"
      busy={trash.isPending}
      busyLabel="Moving..."
      onConfirm={() =>
        trash.mutate(table, {
          onSuccess() {
            onClose()
            onTrashed?.()
          },
        })
      }
    >
      {rows
        ? `The table and its ${rowsText(rows)} disappear from your site at once.`
        : 'The table disappears from your site at once.'}{' '}
      You can restore it for 30 days.
    </ConfirmDialog>
  )
}

import type { DataTable } from '#features/tables/endpoints.ts'
import type { Field } from '#kernel/browser/fields/field.ts'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import type { DraftField } from './fields-draft.ts'
import { conversionText, useConversion } from './use-losses.ts'

export interface SaveLossDialogProps {
  tenantId: string
  table: DataTable
  removed: readonly Field[]
  converted: readonly { from: Field; to: DraftField }[]
  busy: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Asks before fields are removed or values are converted. */
export function SaveLossDialog(props: SaveLossDialogProps) {
  const { tenantId, table, removed, converted, busy, onConfirm, onClose } = props
  const names = new Intl.ListFormat('en').format(removed.map(({ title }) => title))
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => open || onClose()}
      title="Save these fields?"
      confirmLabel="Save fields"
      variant="danger"
      busy={busy}
      busyLabel="Saving..."
      onConfirm={onConfirm}
    >
      {removed.length > 0 ? (
        <span className="block">
          {`${names} ${removed.length === 1 ? 'is' : 'are'} removed from every row. You can restore ${removed.length === 1 ? 'it' : 'them'} for 30 days.`}
        </span>
      ) : null}
      {converted.map(({ from, to }) => (
        <Converted key={from.id} tenantId={tenantId} table={table} from={from} to={to} />
      ))}
    </ConfirmDialog>
  )
}

function Converted(props: { tenantId: string; table: DataTable; from: Field; to: DraftField }) {
  const { tenantId, table, from, to } = props
  const { conversion } = useConversion(tenantId, table, from, { ...to, id: from.id, name: from.name })
  return (
    <span className="mt-2 block">
      {`${to.title}: ${conversion ? conversionText(conversion) : 'checking the stored values...'}`}
    </span>
  )
}

import { Check, History, Trash2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { DataTable } from '#features/tables/endpoints.ts'
import { formatDateTime } from '#kernel/browser/dates.ts'
import { faultText } from '#kernel/browser/fields/fault-text.ts'
import type { Field as TableField } from '#kernel/browser/fields/field.ts'
import { defaultValue } from '#kernel/browser/fields/read-value.ts'
import type { StoredFile, Value } from '#kernel/browser/fields/read-value.ts'
import { Field } from '#ui/base/field.tsx'
import { Button } from '#ui/button.tsx'
import { lazy } from '#ui/lazy.tsx'
import { Facts } from '#ui/lists/facts.tsx'
import { RowsSkeleton } from '#ui/lists/skeletons.tsx'
import { SidePanel } from '#ui/overlays/side-panel.tsx'
import { readDraft } from './cell-editor.tsx'
import { CellValue, valueInWords } from './cell-value.tsx'
import { FileControl } from './file-control.tsx'
import { usePersonName } from './reference-name.tsx'
import { namingField } from './references.ts'
import type { GridRow, RowValues } from './row-source.ts'
import { ValueControl, draftOf, isReadOnly } from './value-control.tsx'
import type { Draft } from './value-control.tsx'

const RowHistory = lazy(() => import('./row-history.tsx'))
const RowPayment = lazy(() => import('./row-payment.tsx'))

export interface RowPanelProps {
  tenantId: string
  table: DataTable
  /** undefined: a new row. */
  row: GridRow | undefined
  /** Saves the changed fields. @returns false if the server refused */
  onSave: (values: RowValues) => Promise<boolean>
  onApprove: (isApproved: boolean) => void
  onDelete: () => void
  onClose: () => void
  onNext: (() => void) | undefined
  onPrevious: (() => void) | undefined
  opener: () => HTMLElement | null
}

/** All fields of one row. Changes are saved together. Give it the row's id as its key. */
export function RowPanel(props: RowPanelProps) {
  const { tenantId, table, row, onSave, onApprove, onDelete, onClose, onNext, onPrevious, opener } = props
  const [drafts, setDrafts] = useState<Record<string, Draft>>({})
  const [faults, setFaults] = useState<Record<string, string>>({})
  const [files, setFiles] = useState<Record<string, StoredFile | null>>({})
  const [uploading, setUploading] = useState<readonly string[]>([])
  const [isBusy, setBusy] = useState(false)
  const [isHistoryOpen, setHistoryOpen] = useState(false)
  const stored = (field: TableField): Value =>
    row ? ((row[field.name] ?? null) as Value) : defaultValue(field)
  const isChanged = !row || Object.keys(drafts).length + Object.keys(files).length > 0
  const fileIn = (field: TableField) =>
    field.name in files ? files[field.name]! : (stored(field) as StoredFile | null)
  const first = namingField(table.fields)
  const title = row ? (first && valueInWords(first, row[first.name])) || 'Row' : 'New row'
  const author = usePersonName(row?.created_by ?? null)

  async function save() {
    const values: RowValues = {}
    const found: Record<string, string> = {}
    for (const field of table.fields) {
      if (isReadOnly(field)) {
        if (field.required && !fileIn(field)) found[field.name] = `${field.title} needs a file`
        else if (field.name in files) values[field.name] = files[field.name] ?? null
        continue
      }
      if (row && !(field.name in drafts)) continue
      const read = readDraft(field, drafts[field.name] ?? draftOf(field, stored(field)))
      if (read.fault) found[field.name] = `${field.title} ${faultText(read.fault, field)}`
      else values[field.name] = read.value
    }
    setFaults(found)
    if (Object.keys(found).length > 0) return
    setBusy(true)
    const isSaved = await onSave(values)
    setBusy(false)
    if (isSaved) {
      setDrafts({})
      setFiles({})
    }
  }

  return (
    <SidePanel
      title={title}
      description={`${row ? 'A row of' : 'In'} ${table.title}`}
      onClose={onClose}
      onNext={onNext}
      onPrevious={onPrevious}
      opener={opener}
      footer={
        table.read_only ? null : (
          <>
            {row ? (
              <Button
                tone="danger"
                variant="ghost"
                icon={<Trash2 size={16} strokeWidth={1.75} aria-hidden />}
                onClick={onDelete}
              >
                Delete
              </Button>
            ) : null}
            {row && table.approval ? (
              <Button
                icon={<Check size={16} strokeWidth={1.75} aria-hidden />}
                onClick={() => onApprove(!row.approved)}
              >
                {row.approved ? 'Withdraw approval' : 'Approve'}
              </Button>
            ) : null}
            <Button
              variant="primary"
              busy={isBusy}
              busyLabel="Saving..."
              disabled={!isChanged || uploading.length > 0}
              onClick={() => void save()}
            >
              {row ? 'Save' : 'Add row'}
            </Button>
          </>
        )
      }
    >
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        {table.fields.map((field) => (
          <Field
            key={field.id}
            label={field.title}
            optional={field.required ? undefined : '(optional)'}
            hint={hintOf(field)}
            error={faults[field.name]}
          >
            {(control) =>
              isReadOnly(field) ? (
                <FileControl
                  field={field}
                  control={control}
                  file={fileIn(field)}
                  isReadOnly={table.read_only !== null}
                  onChange={(file) => setFiles((now) => ({ ...now, [field.name]: file }))}
                  onBusy={(busy) =>
                    setUploading((now) =>
                      busy ? [...now, field.name] : now.filter((name) => name !== field.name),
                    )
                  }
                />
              ) : table.read_only ? (
                <div id={control.id} className="min-h-9 py-2">
                  <CellValue field={field} value={stored(field)} />
                </div>
              ) : (
                <ValueControl
                  field={field}
                  control={control}
                  draft={drafts[field.name] ?? draftOf(field, stored(field))}
                  onChange={(draft) => setDrafts({ ...drafts, [field.name]: draft })}
                />
              )
            }
          </Field>
        ))}
        {/* Enter in a field saves. */}
        <button type="submit" className="sr-only" tabIndex={-1} aria-hidden>
          Save
        </button>
      </form>
      {row ? (
        <div className="mt-6 border-t border-line pt-4 text-small">
          <Facts
            rows={[
              ['Added', formatDateTime(row.created_at)],
              ['Changed', formatDateTime(row.updated_at)],
              [
                'By',
                row.created_by
                  ? (author ?? `Member ${row.created_by.slice(-8)}`)
                  : 'You, your staff or a visitor without an account',
              ],
              [
                'Id',
                <span key="id" className="font-mono text-caption">
                  {row.id}
                </span>,
              ],
            ]}
          />
          <Suspense>
            <RowPayment {...{ tenantId, table }} rowId={row.id} />
          </Suspense>
          <div className="mt-4 flex flex-col items-start gap-2">
            <Button
              size="small"
              icon={<History size={16} strokeWidth={1.75} aria-hidden />}
              aria-expanded={isHistoryOpen}
              onClick={() => setHistoryOpen(!isHistoryOpen)}
            >
              History
            </Button>
            {isHistoryOpen ? (
              <div className="w-full">
                <Suspense fallback={<RowsSkeleton rows={2} />}>
                  <RowHistory {...{ tenantId, table, row }} />
                </Suspense>
              </div>
            ) : null}
          </div>
        </div>
      ) : null}
    </SidePanel>
  )
}

function hintOf(field: TableField): string | undefined {
  if (field.help) return field.help
  if (field.kind === 'money') return `Amount in ${(field.currency ?? 'eur').toUpperCase()}`
  return undefined
}

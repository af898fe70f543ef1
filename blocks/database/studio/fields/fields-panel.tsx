import { Redo2, Undo2 } from 'lucide-react'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import type { DataTable } from '#features/tables/endpoints.ts'
import type { FieldKind } from '#kernel/browser/fields/field.ts'
import { useUnsaved } from '#studio/data/use-unsaved.ts'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Notice } from '#ui/notice.tsx'
import { SidePanel } from '#ui/overlays/side-panel.tsx'
import { toast } from '#ui/toasts/toast.ts'
import { useChangeTable } from '../use-tables.ts'
import { FieldForm } from './field-form.tsx'
import { FieldList } from './field-list.tsx'
import { draftProblems, givenFields, losses } from './fields-draft.ts'
import { SaveLossDialog } from './save-loss-dialog.tsx'
import { useFieldsDraft } from './use-fields-draft.ts'

export interface FieldsPanelProps {
  tenantId: string
  table: DataTable
  /** `all` for the list, or the field that is open. */
  openId: string
  onOpen: (id: string) => void
  onClose: () => void
}

const LIST = 'all'

/** The fields of a table beside its rows: the list, or one of them. Nothing changes before Save, and all can be undone. */
export default function FieldsPanel({ tenantId, table, openId, onOpen, onClose }: FieldsPanelProps) {
  const { baseline, draft, dispatch, isDirty, isStale } = useFieldsDraft(table)
  const [tried, setTried] = useState(false)
  const [asks, setAsks] = useState(false)
  const added = useRef(0)
  const [last, setLast] = useState<string>()
  const prefix = useId()
  const change = useChangeTable(tenantId, baseline)
  const release = useUnsaved(
    isDirty,
    "Your changes to the fields aren't saved.",
    ({ pathname, search }) => pathname === location.pathname && new URLSearchParams(search).has('field'),
  )
  const fields = draft.present
  const at = fields.findIndex(({ key }) => key === openId)
  const field = fields[at]
  const problems = draftProblems(fields)
  const lost = losses(fields, baseline.fields)

  function add(kind: FieldKind) {
    added.current += 1
    const key = `${prefix}${added.current}`
    dispatch({ type: 'add', kind, key })
    onOpen(key)
  }

  function requestSave() {
    setTried(true)
    const [faulty] = problems.keys()
    if (faulty) return onOpen(faulty)
    if (lost.removed.length + lost.converted.length > 0) return setAsks(true)
    save()
  }

  function save() {
    change.mutate(
      { fields: givenFields(fields) },
      {
        onSuccess(saved) {
          setAsks(false)
          setTried(false)
          release()
          dispatch({ type: 'restart', table: saved })
          if (field && !saved.fields.some(({ id }) => id === field.key)) onOpen(saved.fields[at]?.id ?? LIST)
          toast.success('Fields saved')
        },
        onError: () => setAsks(false),
      },
    )
  }

  function stepHistory(event: KeyboardEvent) {
    const isZ = event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey)
    if (!isZ || (event.target as Element).matches('input, textarea')) return
    event.preventDefault()
    dispatch({ type: event.shiftKey ? 'redo' : 'undo' })
  }

  const step = (to: number) => (field && fields[to] ? () => onOpen(fields[to]!.key) : undefined)
  return (
    <SidePanel
      title={field ? field.title || 'Untitled field' : 'Fields'}
      description={field ? undefined : `What a row of ${table.title} consists of`}
      onClose={onClose}
      onNext={step(at + 1)}
      onPrevious={step(at - 1)}
      opener={() => document.querySelector('[data-fields-button]')}
      footer={
        // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- listens to its buttons
        <div className="flex w-full flex-wrap items-center gap-2" onKeyDown={stepHistory}>
          <IconButton
            label="Undo (Ctrl+Z)"
            icon={<Undo2 size={16} strokeWidth={1.75} aria-hidden />}
            disabled={draft.past.length === 0}
            onClick={() => dispatch({ type: 'undo' })}
          />
          <IconButton
            label="Redo (Ctrl+Shift+Z)"
            icon={<Redo2 size={16} strokeWidth={1.75} aria-hidden />}
            disabled={draft.future.length === 0}
            onClick={() => dispatch({ type: 'redo' })}
          />
          <output className="min-w-0 flex-1 text-small text-text-2">
            {isDirty ? 'Unsaved changes' : ''}
          </output>
          <Button
            variant="primary"
            disabledReason={!isDirty && 'Nothing has changed.'}
            busy={change.isPending && !asks}
            busyLabel="Saving..."
            onClick={() => isDirty && requestSave()}
          >
            Save fields
          </Button>
        </div>
      }
    >
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- listens to the controls in it */}
      <div onKeyDown={stepHistory}>
        {isStale ? (
          <div className="mb-4">
            <Notice
              tone="warn"
              title="Someone else changed the fields"
              action={
                <Button size="small" onClick={() => dispatch({ type: 'restart', table })}>
                  Load theirs
                </Button>
              }
            >
              Your changes cannot be saved over theirs.
            </Notice>
          </div>
        ) : null}
        {field ? (
          <FieldForm
            key={field.key}
            tenantId={tenantId}
            table={baseline}
            fields={fields}
            field={field}
            problem={tried ? problems.get(field.key) : undefined}
            dispatch={dispatch}
            onBack={() => {
              setLast(field.key)
              onOpen(LIST)
            }}
          />
        ) : (
          <FieldList
            tenantId={tenantId}
            table={baseline}
            fields={fields}
            problems={tried ? problems : new Map()}
            dispatch={dispatch}
            last={last}
            onOpen={onOpen}
            onAdd={add}
          />
        )}
      </div>
      {asks ? (
        <SaveLossDialog
          tenantId={tenantId}
          table={baseline}
          {...lost}
          busy={change.isPending}
          onConfirm={save}
          onClose={() => setAsks(false)}
        />
      ) : null}
    </SidePanel>
  )
}

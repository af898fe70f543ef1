import { useState } from 'react'
import { DataError } from '#studio/data/data.ts'
import { Field } from '#ui/base/field.tsx'
import { Input } from '#ui/base/input.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { JsonEditor } from '#ui/json-editor/json-editor.tsx'
import { readJsonObject, writeJson } from '#ui/json-editor/json-text.ts'
import { toast } from '#ui/toasts/toast.ts'
import { TEMPLATES } from '#features/my-blocks/kinds/templates.ts'
import { type BlockRow, TITLE_MAX } from '../block-row.ts'
import { BlockPreview } from '../block-preview.tsx'
import { DATA_REFUSED } from '../data-refused.ts'
import { inTab, readStored, writeStored } from '../stored.ts'
import { useCreateBlock } from '../use-blocks.ts'
import { TemplatePicker } from './template-picker.tsx'

const DRAFT = 'bb:new-block'
const STARTS = [
  ...TEMPLATES.map(({ id, name, data }) => ({ value: id as string, label: name, json: writeJson(data) })),
  { value: 'empty', label: 'Empty', json: '' },
]
/** The form before any input: the first template without a title. */
const UNTOUCHED = { title: '', json: STARTS[0]!.json }

function keptDraft(): typeof UNTOUCHED {
  const kept = readStored(inTab, DRAFT) as Partial<typeof UNTOUCHED> | undefined
  return typeof kept?.title === 'string' && typeof kept.json === 'string'
    ? { title: kept.title, json: kept.json }
    : UNTOUCHED
}

export interface CreateBlockDialogProps {
  onClose: () => void
  onMade: (row: BlockRow) => void
}

/** The Create Block dialog. Its draft survives Escape, an error and a reload; Cancel discards it. */
export default function CreateBlockDialog({ onClose, onMade }: CreateBlockDialogProps) {
  const [draft, setDraft] = useState(keptDraft)
  const create = useCreateBlock((row) => {
    writeStored(inTab, DRAFT, undefined)
    onMade(row)
  })
  const read = readJsonObject(draft.json)
  const refused = create.error instanceof DataError && create.error.code === '23514'

  function type(next: Partial<typeof UNTOUCHED>) {
    const typed = { ...draft, ...next }
    setDraft(typed)
    writeStored(inTab, DRAFT, typed.title || typed.json !== UNTOUCHED.json ? typed : undefined)
  }
  function submit() {
    if ('problem' in read) toast.error('Invalid JSON', 'Please check your JSON format.')
    else if (!create.isPending) create.mutate({ title: draft.title.trim(), data: read.value })
  }
  function cancel() {
    writeStored(inTab, DRAFT, undefined)
    onClose()
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !create.isPending && onClose()}
      size="preview"
      title="Create Block"
      description="Start from a template. You can change everything later."
      side={
        <BlockPreview title={draft.title.trim() || 'Your block'} data={'value' in read ? read.value : {}} />
      }
      onSubmit={() => draft.title.trim() && submit()}
      footer={
        <>
          <Button disabled={create.isPending} onClick={cancel}>
            Cancel
          </Button>
          <Button
            type="submit"
            variant="primary"
            disabled={!draft.title.trim()}
            busy={create.isPending}
            busyLabel="Creating..."
          >
            Create
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Field label="Title" hint={`${draft.title.length}/${TITLE_MAX} characters`}>
          {(control) => (
            <Input
              {...control}
              value={draft.title}
              onChange={(event) => type({ title: event.currentTarget.value })}
              placeholder="Opening hours"
              maxLength={TITLE_MAX}
              autoComplete="off"
              required
            />
          )}
        </Field>
        <div className="bb-field">
          <p className="bb-label">Start from</p>
          <TemplatePicker
            label="Start from"
            value={STARTS.find(({ json }) => json === draft.json.trim())?.value ?? 'own'}
            options={STARTS}
            onChange={(chosen) => type({ json: STARTS.find(({ value }) => value === chosen)!.json })}
          />
        </div>
        <JsonEditor
          label="JSON Data"
          value={draft.json}
          onChange={(json) => type({ json })}
          rows={6}
          hint={
            refused ? <span className="text-danger-text">{DATA_REFUSED}</span> : 'Optional. One JSON object.'
          }
        />
      </div>
    </Dialog>
  )
}

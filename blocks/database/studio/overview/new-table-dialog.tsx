import { useState } from 'react'
import { MOST_TITLE } from '#kernel/browser/fields/field.ts'
import { Field } from '#ui/base/field.tsx'
import { Input } from '#ui/base/input.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/forms/checkbox.tsx'
import { RadioCards } from '#ui/forms/radio-cards.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { TEMPLATES } from '../templates/templates.ts'
import { useMakeTemplate } from '../templates/use-make-template.ts'
import { useCreateTable } from '../use-tables.ts'
import { EmptyTablePreview } from './empty-table-preview.tsx'
import { TemplateIcon } from './template-icons.tsx'
import { TemplatePreview } from './template-preview.tsx'

export interface NewTableDialogProps {
  tenantId: string
  /** Id of the template that is chosen at first; otherwise an empty table. */
  initial: string | undefined
  onClose: () => void
  /** @param hasTags it has a form or a list to paste */
  onCreated: (tableId: string, hasTags: boolean) => void
}

const EMPTY = 'empty'

/** Inside a span: the card hides its own icon, the check, until it is chosen. */
const picture = (id: string | undefined) => (
  <span className="shrink-0">
    <TemplateIcon id={id} size={20} />
  </span>
)

const OPTIONS = [
  { value: EMPTY, title: 'Empty table', picture: picture(undefined) },
  ...TEMPLATES.map(({ id, name }) => ({
    value: id,
    title: name,
    picture: picture(id),
  })),
]

/** Creates a table: an empty one, or from a template that is shown beside the choice. */
export function NewTableDialog({ tenantId, initial, onClose, onCreated }: NewTableDialogProps) {
  const [choice, setChoice] = useState(TEMPLATES.some(({ id }) => id === initial) ? initial! : EMPTY)
  const [typed, setTyped] = useState<string>()
  const [withRows, setWithRows] = useState(true)
  const [tried, setTried] = useState(false)
  const create = useCreateTable(tenantId)
  const make = useMakeTemplate(tenantId)
  const isPending = create.isPending || make.isPending
  const template = TEMPLATES.find(({ id }) => id === choice)
  const title = typed ?? template?.title ?? ''

  function submit() {
    setTried(true)
    if (!title.trim() || isPending) return
    const named = { title: title.trim() }
    if (template)
      make.mutate(
        { ...named, template, withRows },
        { onSuccess: ({ table, form, view }) => onCreated(table.id, Boolean(form ?? view)) },
      )
    else create.mutate({ ...named, fields: FIRST_FIELDS }, { onSuccess: ({ id }) => onCreated(id, false) })
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      size="preview"
      title="New table"
      onSubmit={submit}
      side={template ? <TemplatePreview template={template} /> : <EmptyTablePreview />}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={isPending} busyLabel="Creating...">
            Create table
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Field
          label="Title"
          error={tried && !title.trim() ? 'Enter a title.' : undefined}
          hint="Only you and your staff see it."
        >
          {(control) => (
            <Input
              {...control}
              value={title}
              maxLength={MOST_TITLE}
              autoComplete="off"
              placeholder="For example: Recipes"
              onChange={({ target }) => setTyped(target.value)}
            />
          )}
        </Field>
        <RadioCards label="Start with" value={choice} options={OPTIONS} onChange={setChoice} />
        {template ? (
          <Checkbox checked={withRows} onChange={({ target }) => setWithRows(target.checked)}>
            {`Add ${template.rows.length} example rows`}
            {template.approval ? (
              <span className="block text-caption text-text-3">They wait for your approval.</span>
            ) : null}
          </Checkbox>
        ) : null}
      </div>
    </Dialog>
  )
}

/** An empty table has one field, so that the first row can be written at once. */
const FIRST_FIELDS = [{ name: 'name', title: 'Name', kind: 'text' as const }]

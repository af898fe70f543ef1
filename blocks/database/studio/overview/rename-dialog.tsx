import { useState } from 'react'
import type { DataTable } from '#features/tables/endpoints.ts'
import { FIELD_NAME, MOST_TITLE } from '#kernel/browser/fields/field.ts'
import { Field } from '#ui/base/field.tsx'
import { Input } from '#ui/base/input.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { useChangeTable } from '../use-tables.ts'

export interface RenameDialogProps {
  tenantId: string
  table: DataTable
  onClose: () => void
}

/** Changes the title of a table, and the name by which code calls it. */
export function RenameDialog({ tenantId, table, onClose }: RenameDialogProps) {
  const [title, setTitle] = useState(table.title)
  const [name, setName] = useState(table.name)
  const [tried, setTried] = useState(false)
  const change = useChangeTable(tenantId, table)
  const titleError = title.trim() ? undefined : 'Enter a title.'
  const nameError = FIELD_NAME.test(name) ? undefined : 'Use a to z, 0 to 9 and _, and start with a letter.'
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title="Rename table"
      onSubmit={() => {
        setTried(true)
        if (!titleError && !nameError && !change.isPending)
          change.mutate({ title: title.trim(), name }, { onSuccess: onClose })
      }}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={change.isPending} busyLabel="Renaming...">
            Rename
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Field label="Title" error={tried ? titleError : undefined}>
          {(control) => (
            <Input
              {...control}
              value={title}
              maxLength={MOST_TITLE}
              autoComplete="off"
              onChange={({ target }) => setTitle(target.value)}
            />
          )}
        </Field>
        <Field
          label="Name in the API"
          error={nameError}
          hint={
            name === table.name
              ? 'Your code calls the table by this name. The title can change without it.'
              : `Code that calls ${table.name} stops working when you rename it.`
          }
        >
          {(control) => (
            <Input
              {...control}
              className="font-mono"
              value={name}
              maxLength={63}
              spellCheck={false}
              autoCapitalize="none"
              autoComplete="off"
              onChange={({ target }) => setName(target.value)}
            />
          )}
        </Field>
      </div>
    </Dialog>
  )
}

import { useState } from 'react'
import { NO_ONE } from '#kernel/browser/audience.ts'
import { Field } from '#ui/base/field.tsx'
import { Input } from '#ui/base/input.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { AudiencePicker, type AudiencePickerProps } from './audience-picker.tsx'
import { isComplete } from './audience-problems.ts'
import { type SavedAudience, useSaveAudience } from './use-audiences.ts'

export interface AudienceDialogProps extends Pick<
  AudiencePickerProps,
  'tenantId' | 'products' | 'roles' | 'hasAuthor' | 'hasTeam'
> {
  /** Undefined for a new one. */
  audience: SavedAudience | undefined
  onSaved?: (saved: SavedAudience) => void
  onClose: () => void
}

/** Names and edits a saved audience. */
export function AudienceDialog({ audience, onSaved, onClose, ...picker }: AudienceDialogProps) {
  const [name, setName] = useState(audience?.name ?? '')
  const [rule, setRule] = useState(audience?.rule ?? NO_ONE)
  const [tried, setTried] = useState(false)
  const save = useSaveAudience(picker.tenantId, (saved) => {
    onSaved?.(saved)
    onClose()
  })
  const isNameMissing = tried && !name.trim()
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={audience ? 'Edit audience' : 'New audience'}
      description="Everyone who matches one of the lines is in. Changes apply everywhere the audience is used."
      onSubmit={() => {
        setTried(true)
        if (name.trim() && isComplete(rule) && !save.isPending)
          save.mutate({ id: audience?.id, name: name.trim(), rule })
      }}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={save.isPending} busyLabel="Saving...">
            Save
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <Field label="Name" error={isNameMissing ? 'Enter a name.' : undefined}>
          {(control) => (
            <Input
              {...control}
              value={name}
              maxLength={80}
              autoComplete="off"
              placeholder="For example: Club members"
              onChange={(event) => setName(event.currentTarget.value)}
            />
          )}
        </Field>
        <AudiencePicker {...picker} value={rule} onChange={setRule} showProblems={tried} />
      </div>
    </Dialog>
  )
}

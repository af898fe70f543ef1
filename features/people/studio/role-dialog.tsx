import { useState } from 'react'
import { Field } from '#ui/base/field.tsx'
import { Input } from '#ui/base/input.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/forms/checkbox.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import type { Role } from '../endpoints.ts'
import { useSaveRole } from './use-role-changes.ts'

/** Creates a role, or renames an existing one. */
export function RoleDialog(props: { tenantId: string; existing?: Role; onClose: () => void }) {
  const { tenantId, existing: role, onClose } = props
  const [name, setName] = useState(role?.name ?? '')
  const [isDefault, setDefault] = useState(role?.is_default ?? false)
  const [tried, setTried] = useState(false)
  const save = useSaveRole(tenantId, role?.name, onClose)
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={role ? `Edit ${role.name}` : 'New role'}
      description={
        role
          ? 'A new name applies everywhere at once, also in the rules that open by this role.'
          : 'Give it to members, then open blocks and products to everyone who has it.'
      }
      onSubmit={() => {
        setTried(true)
        if (name.trim() && !save.isPending) save.mutate({ name: name.trim(), is_default: isDefault })
      }}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={save.isPending} busyLabel="Saving...">
            {role ? 'Save' : 'Create role'}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Field
          label="Name"
          hint="Members can see it: it is part of their session."
          error={tried && !name.trim() ? 'Enter a name.' : undefined}
        >
          {(control) => (
            <Input
              {...control}
              value={name}
              maxLength={40}
              autoComplete="off"
              placeholder="For example: Reading club"
              onChange={(event) => setName(event.currentTarget.value)}
            />
          )}
        </Field>
        <Checkbox checked={isDefault} onChange={(event) => setDefault(event.currentTarget.checked)}>
          Give it to new members, once they confirmed their email or phone number
        </Checkbox>
      </div>
    </Dialog>
  )
}

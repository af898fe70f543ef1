import { useState } from 'react'
import { Field } from '#ui/base/field.tsx'
import { Input } from '#ui/base/input.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { AddressField } from './address-field.tsx'
import { useCreateTeam } from './use-teams.ts'

export interface TeamDialogProps {
  tenantId: string
  onClose: () => void
  onCreated: (teamId: string) => void
}

/** A new team, and whom to invite as its first admin. */
export function TeamDialog({ tenantId, onClose, onCreated }: TeamDialogProps) {
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const create = useCreateTeam(tenantId, onCreated)
  return (
    <Dialog
      open
      onOpenChange={(open) => open || create.isPending || onClose()}
      title="Create team"
      description="Its admin invites the other members, and buys seats for them."
      onSubmit={() => create.mutate({ name: name.trim(), email: email.trim() })}
      footer={
        <>
          <Button disabled={create.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            variant="primary"
            disabledReason={!name.trim() && 'Enter a name first.'}
            busy={create.isPending}
            busyLabel="Creating..."
          >
            Create
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Field label="Name">
          {(field) => (
            <Input
              {...field}
              value={name}
              maxLength={60}
              autoComplete="off"
              required
              onChange={(event) => setName(event.currentTarget.value)}
            />
          )}
        </Field>
        <AddressField
          label="Admin’s email"
          optional="(optional)"
          hint="Receives an invitation, valid for 7 days."
          value={email}
          onChange={setEmail}
        />
      </div>
    </Dialog>
  )
}

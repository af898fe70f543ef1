import { type FormEvent, useState } from 'react'
import { Field } from '#ui/base/field.tsx'
import { Input } from '#ui/base/input.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/forms/checkbox.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import type { EventRow } from '../events/event-rows.ts'
import { type Gate, useSaveGate } from './use-gates.ts'

export interface GateDialogProps {
  tenantId: string
  event: EventRow
  /** The gate to change; absent for a new one. */
  gate?: Gate
  onClose: () => void
}

/** A gate's name, and which types of tickets it admits. */
export function GateDialog({ tenantId, event, gate, onClose }: GateDialogProps) {
  const [name, setName] = useState(gate?.name ?? '')
  const [typeIds, setTypeIds] = useState(gate?.type_ids ?? [])
  const [problem, setProblem] = useState('')
  const save = useSaveGate(tenantId, onClose)

  function submit(submitted: FormEvent) {
    submitted.preventDefault()
    if (!name.trim()) return setProblem('Enter a name.')
    setProblem('')
    return save.mutate({ id: gate?.id, event_id: event.id, name: name.trim(), type_ids: typeIds })
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => (open || save.isPending ? undefined : onClose())}
      title={gate ? 'Edit gate' : 'New gate'}
      description={`Which tickets of ${event.title} are admitted here.`}
      onSubmit={submit}
      footer={
        <>
          <Button disabled={save.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" busy={save.isPending} busyLabel="Saving...">
            {gate ? 'Save gate' : 'Create gate'}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Field label="Name" hint="Door staff see it on their device." error={problem}>
          {(control) => (
            <Input
              {...control}
              maxLength={80}
              placeholder="Main gate"
              value={name}
              onChange={({ currentTarget: { value } }) => setName(value)}
            />
          )}
        </Field>
        {event.types.length > 1 ? (
          <fieldset>
            <legend className="bb-label mb-1.5">Tickets</legend>
            <div className="flex flex-col gap-2">
              {event.types.map((type) => (
                <Checkbox
                  key={type.id}
                  checked={typeIds.includes(type.id)}
                  onChange={({ currentTarget: { checked } }) =>
                    setTypeIds((now) => (checked ? [...now, type.id] : now.filter((id) => id !== type.id)))
                  }
                >
                  {type.name}
                </Checkbox>
              ))}
            </div>
            <p className="bb-hint mt-1.5">If you choose none, every type is admitted.</p>
          </fieldset>
        ) : null}
      </div>
    </Dialog>
  )
}

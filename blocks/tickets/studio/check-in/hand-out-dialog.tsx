import { type FormEvent, useState } from 'react'
import { config } from '#studio/config.ts'
import type { TenantRow } from '#studio/tenant/tenants.ts'
import { Field } from '#ui/base/field.tsx'
import { Input } from '#ui/base/input.tsx'
import { Button } from '#ui/button.tsx'
import { CopyTextButton } from '#ui/code/copy-button.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { QrCode } from '#blocks/tickets/embed/cart/qr-code.tsx'
import { pairingLink } from './pairing-link.ts'
import { type Gate, useAddDevice } from './use-gates.ts'

export interface HandOutDialogProps {
  tenant: TenantRow
  gate: Gate
  onClose: () => void
}

/** Names a device and shows its link, once: only a hash of its code is stored. */
export function HandOutDialog({ tenant, gate, onClose }: HandOutDialogProps) {
  const [name, setName] = useState('')
  const [problem, setProblem] = useState('')
  const add = useAddDevice(tenant.id, gate.id)
  const link = add.data && pairingLink(config.url, tenant.public_key!, add.data.pairing)

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!name.trim()) return setProblem('Enter a name.')
    setProblem('')
    return add.mutate(name.trim())
  }
  const close = (open: boolean) => (open || add.isPending ? undefined : onClose())
  if (link)
    return (
      <Dialog
        open
        onOpenChange={close}
        title={`Link for ${name.trim()}`}
        description="Scan it with the phone, or send it to the door staff. It works once, within a day, and is not shown again."
        footer={
          <>
            <CopyTextButton text={link} label="Copy link" />
            <Button variant="primary" onClick={onClose}>
              Done
            </Button>
          </>
        }
      >
        <div className="flex flex-col items-center gap-4">
          <QrCode text={link} label={`QR code of the link for ${name.trim()}`} />
          <p className="bb-well w-full p-3 font-mono text-mono wrap-anywhere">{link}</p>
        </div>
      </Dialog>
    )
  return (
    <Dialog
      open
      onOpenChange={close}
      title="Hand out a link"
      description={`A phone that opens it checks tickets at ${gate.name}. Who has the phone sees the names of the guests.`}
      onSubmit={submit}
      footer={
        <>
          <Button disabled={add.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" busy={add.isPending} busyLabel="Making the link...">
            Make link
          </Button>
        </>
      }
    >
      <Field label="Device" hint="Who has it, or where it is. Results and conflicts name it." error={problem}>
        {(control) => (
          <Input
            {...control}
            maxLength={80}
            placeholder="East door"
            value={name}
            onChange={({ currentTarget: { value } }) => setName(value)}
          />
        )}
      </Field>
    </Dialog>
  )
}

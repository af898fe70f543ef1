import type { PasskeyListItem } from '@supabase/auth-js'
import { useState } from 'react'
import { Field } from '#ui/base/field.tsx'
import { Input } from '#ui/base/input.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { useAction } from '../auth/use-action.ts'
import { useFirstFocus } from '../auth/use-first-focus.ts'
import { authClient } from '../session/auth-client.ts'
import { passkeyName } from './passkey-texts.ts'
import type { WithProof } from './two-step-section.tsx'
import { useRefreshAccount } from './use-account.ts'

export interface RenamePasskeyProps {
  passkey: PasskeyListItem
  withProof: WithProof
  onClose: () => void
}

/** Asks for a new name. */
export function RenamePasskey({ passkey, withProof, onClose }: RenamePasskeyProps) {
  const field = useFirstFocus()
  const refresh = useRefreshAccount()
  const [name, setName] = useState(passkeyName(passkey))
  const [fieldError, setFieldError] = useState<string>()
  const { busy, failure, run } = useAction()

  async function save() {
    if (busy) return
    const friendlyName = name.trim()
    setFieldError(friendlyName ? undefined : 'Enter a name.')
    if (!friendlyName) return field.current?.focus()
    const saved = await run(() =>
      withProof(async () => (await authClient()).passkey.update({ passkeyId: passkey.id, friendlyName })),
    )
    if (!saved) return
    await refresh()
    onClose()
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title="Rename passkey"
      onSubmit={() => void save()}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={busy} busyLabel="Saving...">
            Save
          </Button>
        </>
      }
    >
      <Field label="Name" error={fieldError ?? failure} hint="For example the device it is on.">
        {(control) => (
          <Input
            {...control}
            ref={field}
            maxLength={100}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
        )}
      </Field>
    </Dialog>
  )
}

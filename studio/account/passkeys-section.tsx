import type { PasskeyListItem } from '@supabase/auth-js'
import { useQuery } from '@tanstack/react-query'
import { Fingerprint, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Field } from '#ui/base/field.tsx'
import { Input } from '#ui/base/input.tsx'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { toast } from '#ui/toast.ts'
import { type AuthFailure, authErrorText } from '../auth/auth-errors.ts'
import { useSignInSettings } from '../auth/sign-in-settings.ts'
import { useStepUp } from '../auth/step-up.tsx'
import { useAct } from '../auth/use-act.ts'
import { useFirstFocus } from '../auth/use-first-focus.ts'
import { authClient } from '../auth-client.ts'
import { useAuth } from '../session.tsx'
import { deviceName } from './device-name.ts'
import { freeName } from './free-name.ts'
import { LoadedPart, Row, Rows, Section } from './section.tsx'
import { since } from './times.ts'
import type { Sure } from './two-step-section.tsx'
import { accountKey, useRefreshAccount } from './use-account.ts'

const unknown = (passkey: PasskeyListItem) => passkey.friendly_name || 'Passkey'

/** Says why an act failed, unless the person is asked for proof next. */
function tell(title: string, error: AuthFailure | null) {
  if (error && error.code !== 'insufficient_aal') toast.error(title, authErrorText(error))
}

/** Signing in with the device instead of a password. Absent where the service or the browser has no passkeys. */
export function PasskeysSection() {
  const { user } = useAuth()
  const settings = useSignInSettings()
  const { sure, dialog } = useStepUp()
  const passkeys = useQuery({
    queryKey: accountKey(user?.id, 'passkeys'),
    enabled: user !== null && settings.data?.passkeys_enabled === true,
    queryFn: async () => {
      const { data, error } = await (await authClient()).passkey.list()
      if (error) throw error
      return data
    },
  })
  if (settings.data && !settings.data.passkeys_enabled) return null
  return (
    <Section
      title="Passkeys"
      text="Sign in with your fingerprint, face or screen lock. No password to learn, none to steal."
    >
      <LoadedPart query={passkeys} failed="Your passkeys could not be loaded.">
        {(all) =>
          all.length ? (
            <>
              <Rows label="Passkeys">
                {all.map((passkey) => (
                  <PasskeyRow key={passkey.id} passkey={passkey} sure={sure} />
                ))}
              </Rows>
              <div>
                <AddPasskey taken={all.map(unknown)} sure={sure} />
              </div>
            </>
          ) : (
            <>
              <Rows label="Passkeys">
                <Row
                  icon={<Fingerprint size={18} strokeWidth={1.75} />}
                  title="No passkeys yet"
                  text="One stays on your device or in your password manager, and only it can sign you in."
                />
              </Rows>
              <div>
                <AddPasskey taken={[]} sure={sure} />
              </div>
            </>
          )
        }
      </LoadedPart>
      {dialog}
    </Section>
  )
}

function AddPasskey({ taken, sure }: { taken: string[]; sure: Sure }) {
  const refresh = useRefreshAccount()
  const { busy, run } = useAct()
  if (!('PublicKeyCredential' in globalThis))
    return <p className="text-text-2">This browser has no passkeys.</p>

  async function add() {
    const client = await authClient()
    const added = await run(() =>
      sure(async () => {
        const answer = await client.registerPasskey()
        tell('No passkey added', answer.error)
        return answer
      }),
    )
    if (!added?.data) return
    // A name to know it by; without one it is a passkey all the same.
    const friendlyName = freeName(deviceName(navigator.userAgent).name, taken)
    await client.passkey.update({ passkeyId: added.data.id, friendlyName })
    await refresh()
    toast.success('The passkey is added.')
  }

  return (
    <Button
      icon={<Fingerprint size={16} strokeWidth={1.75} aria-hidden />}
      busy={busy}
      busyWords="Waiting..."
      onClick={() => void add()}
    >
      Add passkey
    </Button>
  )
}

function PasskeyRow({ passkey, sure }: { passkey: PasskeyListItem; sure: Sure }) {
  const refresh = useRefreshAccount()
  const [open, setOpen] = useState<'rename' | 'remove'>()
  const { busy, run } = useAct()
  const name = unknown(passkey)

  async function remove() {
    const removed = await run(() =>
      sure(async () => {
        const answer = await (await authClient()).passkey.delete({ passkeyId: passkey.id })
        tell('Not removed', answer.error)
        return answer
      }),
    )
    setOpen(undefined)
    if (!removed) return
    await refresh()
    toast.success('The passkey is removed.')
  }

  const used = passkey.last_used_at ? ` · Last used ${since(passkey.last_used_at)}` : ''
  return (
    <>
      <Row
        icon={<Fingerprint size={18} strokeWidth={1.75} />}
        title={name}
        text={`Added ${since(passkey.created_at)}${used}`}
        actions={
          <>
            <IconButton
              label={`Rename ${name}`}
              icon={<Pencil size={16} strokeWidth={1.75} aria-hidden />}
              onClick={() => setOpen('rename')}
            />
            <IconButton
              label={`Remove ${name}`}
              icon={<Trash2 size={16} strokeWidth={1.75} aria-hidden />}
              onClick={() => setOpen('remove')}
            />
          </>
        }
      />
      {open === 'rename' ? (
        <RenameDialog passkey={passkey} sure={sure} onClose={() => setOpen(undefined)} />
      ) : null}
      <ConfirmDialog
        open={open === 'remove'}
        onOpenChange={(shown) => setOpen(shown ? 'remove' : undefined)}
        title={`Remove ${name}?`}
        confirmLabel="Remove"
        busy={busy}
        busyWords="Removing..."
        onConfirm={() => void remove()}
      >
        It no longer signs you in. Delete it on your device as well, or it will go on being offered there.
      </ConfirmDialog>
    </>
  )
}

interface RenameDialogProps {
  passkey: PasskeyListItem
  sure: Sure
  onClose: () => void
}

function RenameDialog({ passkey, sure, onClose }: RenameDialogProps) {
  const field = useFirstFocus()
  const refresh = useRefreshAccount()
  const [name, setName] = useState(unknown(passkey))
  const [gap, setGap] = useState<string>()
  const { busy, failure, run } = useAct()

  async function save() {
    if (busy) return
    const friendlyName = name.trim()
    setGap(friendlyName ? undefined : 'Enter a name.')
    if (!friendlyName) return field.current?.focus()
    const saved = await run(() =>
      sure(async () => (await authClient()).passkey.update({ passkeyId: passkey.id, friendlyName })),
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
          <Button type="submit" variant="primary" busy={busy} busyWords="Saving...">
            Save
          </Button>
        </>
      }
    >
      <Field label="Name" error={gap ?? failure} hint="For example the device it is on.">
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

import type { PasskeyListItem } from '@supabase/auth-js'
import { Fingerprint, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { toast } from '#ui/toasts/toast.ts'
import { useAction } from '../auth/use-action.ts'
import { authClient } from '../session/auth-client.ts'
import { passkeyName, showFailure } from './passkey-texts.ts'
import { RenamePasskey } from './rename-passkey.tsx'
import { Row } from './section.tsx'
import { formatRelativeTime } from '#kernel/browser/relative-time.ts'
import type { WithProof } from './two-step-section.tsx'
import { useRefreshAccount } from './use-account.ts'

/** One passkey, with buttons to rename and remove it. */
export function PasskeyRow({ passkey, withProof }: { passkey: PasskeyListItem; withProof: WithProof }) {
  const refresh = useRefreshAccount()
  const [open, setOpen] = useState<'rename' | 'remove'>()
  const { busy, run } = useAction()
  const name = passkeyName(passkey)

  async function remove() {
    const removed = await run(() =>
      withProof(async () => {
        const result = await (await authClient()).passkey.delete({ passkeyId: passkey.id })
        showFailure('Could not remove the passkey', result.error)
        return result
      }),
    )
    setOpen(undefined)
    if (!removed) return
    await refresh()
    toast.success('Passkey removed.')
  }

  const used = passkey.last_used_at ? ` · Last used ${formatRelativeTime(passkey.last_used_at)}` : ''
  return (
    <>
      <Row
        icon={<Fingerprint size={18} strokeWidth={1.75} />}
        title={name}
        text={`Added ${formatRelativeTime(passkey.created_at)}${used}`}
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
        <RenamePasskey passkey={passkey} withProof={withProof} onClose={() => setOpen(undefined)} />
      ) : null}
      <ConfirmDialog
        open={open === 'remove'}
        onOpenChange={(shown) => setOpen(shown ? 'remove' : undefined)}
        title={`Remove ${name}?`}
        confirmLabel="Remove"
        busy={busy}
        busyLabel="Removing..."
        onConfirm={() => void remove()}
      >
        You can no longer sign in with it. Delete it from your device too, or your device will keep offering
        it.
      </ConfirmDialog>
    </>
  )
}

import { Fingerprint } from 'lucide-react'
import { deviceName } from '#kernel/browser/device-name.ts'
import { Button } from '#ui/button.tsx'
import { toast } from '#ui/toasts/toast.ts'
import { useAction } from '../auth/use-action.ts'
import { authClient } from '../session/auth-client.ts'
import { uniqueName } from './unique-name.ts'
import { showFailure } from './passkey-texts.ts'
import type { WithProof } from './two-step-section.tsx'
import { useRefreshAccount } from './use-account.ts'

/** A button that creates a passkey and names it after the device. `taken` are names already in use. */
export function AddPasskey({ taken, withProof }: { taken: string[]; withProof: WithProof }) {
  const refresh = useRefreshAccount()
  const { busy, run } = useAction()
  if (!('PublicKeyCredential' in globalThis))
    return <p className="text-text-2">This browser doesn't support passkeys.</p>

  async function add() {
    const client = await authClient()
    const added = await run(() =>
      withProof(async () => {
        const result = await client.registerPasskey()
        showFailure('Passkey not added', result.error)
        return result
      }),
    )
    if (!added?.data) return
    // The name is optional: if this request fails, the passkey still works.
    const friendlyName = uniqueName(deviceName(navigator.userAgent).name, taken)
    await client.passkey.update({ passkeyId: added.data.id, friendlyName })
    await refresh()
    toast.success('Passkey added.')
  }

  return (
    <Button
      icon={<Fingerprint size={16} strokeWidth={1.75} aria-hidden />}
      busy={busy}
      busyLabel="Waiting..."
      onClick={() => void add()}
    >
      Add passkey
    </Button>
  )
}

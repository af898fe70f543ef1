import { Fingerprint } from 'lucide-react'
import { deviceName } from '#kernel/browser/device-name.ts'
import { Button } from '#ui/button.tsx'
import { toast } from '#ui/toast.ts'
import { useAct } from '../auth/use-act.ts'
import { authClient } from '../auth-client.ts'
import { freeName } from './free-name.ts'
import { tell } from './passkey-words.ts'
import type { Sure } from './two-step-section.tsx'
import { useRefreshAccount } from './use-account.ts'

/** Makes a passkey and names it after the device; `taken` are the names that it must not get. */
export function AddPasskey({ taken, sure }: { taken: string[]; sure: Sure }) {
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

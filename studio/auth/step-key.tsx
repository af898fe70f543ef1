import type { Factor } from '@supabase/auth-js'
import { Fingerprint } from 'lucide-react'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { authClient } from '../session/auth-client.ts'
import { useAction } from './use-action.ts'
import { useFirstFocus } from './use-first-focus.ts'

/** Confirms with a security key or the device's own lock. */
export function StepKey({ factor, onDone }: { factor: Factor; onDone: () => void }) {
  const button = useFirstFocus<HTMLButtonElement>()
  const { busy, failure, run } = useAction()
  async function use() {
    const result = await run(async () =>
      (await authClient()).mfa.webauthn.authenticate({ factorId: factor.id }),
    )
    if (result) onDone()
  }
  return (
    <div className="flex flex-col gap-4">
      {failure ? (
        <Notice tone="danger" role="alert">
          {failure}
        </Notice>
      ) : null}
      <Button
        ref={button}
        variant="primary"
        size="large"
        wide
        icon={<Fingerprint size={16} strokeWidth={1.75} aria-hidden />}
        busy={busy}
        busyLabel="Waiting..."
        onClick={() => void use()}
      >
        Use {factor.friendly_name ?? 'your security key'}
      </Button>
    </div>
  )
}

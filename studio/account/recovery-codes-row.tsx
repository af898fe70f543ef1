import type { Factor } from '@supabase/auth-js'
import { useQuery } from '@tanstack/react-query'
import { LifeBuoy } from 'lucide-react'
import { useState } from 'react'
import { Badge } from '#ui/base/badge.tsx'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { toast } from '#ui/toasts/toast.ts'
import { authErrorText } from '../auth/auth-errors.ts'
import { useAction } from '../auth/use-action.ts'
import { authClient } from '../session/auth-client.ts'
import { useAuth } from '../session/session.tsx'
import { Row } from './section.tsx'
import type { WithProof } from './two-step-section.tsx'
import { accountKey, useRefreshAccount } from './use-account.ts'

export interface RecoveryCodesRowProps {
  factors: readonly Factor[]
  withProof: WithProof
  /** Called with new codes, which can be shown only once. */
  onCodes: (codes: string[]) => void
}

/** Shows how many recovery codes are left, with a button to create new ones. */
export function RecoveryCodesRow({ factors, withProof, onCodes }: RecoveryCodesRowProps) {
  const { user } = useAuth()
  const refresh = useRefreshAccount()
  const [isConfirming, setIsConfirming] = useState(false)
  const { busy, run } = useAction()
  const hasCodes = factors.some(({ factor_type: type }) => type === 'recovery_code')
  const status = useQuery({
    queryKey: accountKey(user?.id, 'recovery-codes'),
    enabled: hasCodes,
    queryFn: async () => {
      const { data, error } = await (await authClient()).mfa.recoveryCodes.getStatus()
      if (error) throw error
      return data
    },
  })

  async function renew() {
    const generated = await run(() =>
      withProof(async () => {
        const { recoveryCodes } = (await authClient()).mfa
        const result = await (hasCodes ? recoveryCodes.regenerate() : recoveryCodes.generate())
        if (result.error && result.error.code !== 'insufficient_aal')
          toast.error('Could not create recovery codes', authErrorText(result.error))
        return result
      }),
    )
    setIsConfirming(false)
    if (!generated?.data) return
    await refresh()
    onCodes(generated.data.codes)
  }

  const left = status.data?.remaining
  return (
    <>
      <Row
        icon={<LifeBuoy size={18} strokeWidth={1.75} />}
        title="Recovery codes"
        badge={
          !hasCodes ? (
            <Badge tone="warn">None</Badge>
          ) : left === undefined ? null : (
            <Badge tone={left > 2 ? 'neutral' : 'warn'}>{left} left</Badge>
          )
        }
        text="For signing in if you lose your device. Each works once."
        wide
        actions={
          <Button
            size="small"
            busy={busy && !isConfirming}
            busyLabel="Creating..."
            onClick={() => (hasCodes ? setIsConfirming(true) : void renew())}
          >
            {hasCodes ? 'New codes' : 'Create codes'}
          </Button>
        }
      />
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setIsConfirming}
        title="Create new recovery codes?"
        confirmLabel="Create new codes"
        variant="primary"
        busy={busy}
        busyLabel="Creating..."
        onConfirm={() => void renew()}
      >
        Your current codes stop working immediately.
      </ConfirmDialog>
    </>
  )
}

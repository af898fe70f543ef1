import type { Factor } from '@supabase/auth-js'
import { useQuery } from '@tanstack/react-query'
import { LifeBuoy } from 'lucide-react'
import { useState } from 'react'
import { Badge } from '#ui/base/badge.tsx'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { toast } from '#ui/toast.ts'
import { authErrorText } from '../auth/auth-errors.ts'
import { useAct } from '../auth/use-act.ts'
import { authClient } from '../auth-client.ts'
import { useAuth } from '../session.tsx'
import { Row } from './section.tsx'
import type { Sure } from './two-step-section.tsx'
import { accountKey, useRefreshAccount } from './use-account.ts'

export interface RecoveryCodesRowProps {
  factors: readonly Factor[]
  sure: Sure
  /** Hands new codes over; they are shown this once. */
  onCodes: (codes: string[]) => void
}

/** How many recovery codes are left, and the way to new ones. */
export function RecoveryCodesRow({ factors, sure, onCodes }: RecoveryCodesRowProps) {
  const { user } = useAuth()
  const refresh = useRefreshAccount()
  const [asking, setAsking] = useState(false)
  const { busy, run } = useAct()
  const have = factors.some(({ factor_type: type }) => type === 'recovery_code')
  const status = useQuery({
    queryKey: accountKey(user?.id, 'recovery-codes'),
    enabled: have,
    queryFn: async () => {
      const { data, error } = await (await authClient()).mfa.recoveryCodes.getStatus()
      if (error) throw error
      return data
    },
  })

  async function renew() {
    const made = await run(() =>
      sure(async () => {
        const { recoveryCodes } = (await authClient()).mfa
        const answer = await (have ? recoveryCodes.regenerate() : recoveryCodes.generate())
        if (answer.error && answer.error.code !== 'insufficient_aal')
          toast.error('No codes made', authErrorText(answer.error))
        return answer
      }),
    )
    setAsking(false)
    if (!made?.data) return
    await refresh()
    onCodes(made.data.codes)
  }

  const left = status.data?.remaining
  return (
    <>
      <Row
        icon={<LifeBuoy size={18} strokeWidth={1.75} />}
        title="Recovery codes"
        badge={
          !have ? (
            <Badge tone="warn">None</Badge>
          ) : left === undefined ? null : (
            <Badge tone={left > 2 ? 'neutral' : 'warn'}>{left} left</Badge>
          )
        }
        text="For the day your device is lost. Each works once."
        wide
        actions={
          <Button
            size="small"
            busy={busy && !asking}
            busyWords="Making..."
            onClick={() => (have ? setAsking(true) : void renew())}
          >
            {have ? 'New codes' : 'Make codes'}
          </Button>
        }
      />
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Make new recovery codes?"
        confirmLabel="Make new codes"
        variant="primary"
        busy={busy}
        busyWords="Making..."
        onConfirm={() => void renew()}
      >
        The codes you have now stop working at once.
      </ConfirmDialog>
    </>
  )
}

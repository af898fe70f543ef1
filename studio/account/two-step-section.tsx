import type { Factor } from '@supabase/auth-js'
import { Fingerprint, KeySquare, Phone, Smartphone, Trash2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { lazy } from '#ui/lazy.tsx'
import { Badge } from '#ui/base/badge.tsx'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { toast } from '#ui/toasts/toast.ts'
import { authErrorText } from '../auth/auth-errors.ts'
import { useStepUp } from '../auth/step-up.tsx'
import { useAction } from '../auth/use-action.ts'
import { useFactors } from '../auth/use-factors.ts'
import { authClient } from '../session/auth-client.ts'
import { useAuth } from '../session/session.tsx'
import { uniqueName } from './unique-name.ts'
import { RecoveryCodesRow } from './recovery-codes-row.tsx'
import { LoadedContent, Row, Rows, Section } from './section.tsx'
import { formatRelativeTime } from '#kernel/browser/relative-time.ts'
import { useRefreshAccount } from './use-account.ts'

const EnrollDialog = lazy(() => import('./enroll-dialog.tsx'), 'over')
const RecoveryCodesDialog = lazy(() => import('./recovery-codes-dialog.tsx'), 'over')

/** Second factors: authenticator apps, security keys and recovery codes. */
export function TwoStepSection() {
  const { user } = useAuth()
  const factors = useFactors(user?.id ?? '')
  const [enrolling, setEnrolling] = useState(false)
  const [codes, setCodes] = useState<string[]>()
  const { withProof, dialog } = useStepUp()
  return (
    <Section title="Two-step verification" text="Adds a second step, so a stolen password isn't enough.">
      <LoadedContent query={factors} failed="Your two-step settings could not be loaded." button>
        {(all) => {
          const verified = all.filter((factor) => factor.status === 'verified' && isDevice(factor))
          const names = all.map((factor) => factor.friendly_name ?? '')
          return (
            <>
              <Rows label="Second steps">
                {verified.length ? (
                  verified.map((factor) => (
                    <FactorRow key={factor.id} factor={factor} withProof={withProof} />
                  ))
                ) : (
                  <Row
                    icon={<KeySquare size={18} strokeWidth={1.75} />}
                    title="Not set up"
                    text="You sign in with only your password."
                  />
                )}
                {verified.length ? (
                  <RecoveryCodesRow factors={all} withProof={withProof} onCodes={setCodes} />
                ) : null}
              </Rows>
              <div className="flex flex-wrap gap-2">
                <Button
                  icon={<Smartphone size={16} strokeWidth={1.75} aria-hidden />}
                  onClick={() => setEnrolling(true)}
                >
                  Add authenticator app
                </Button>
                <AddKeyButton names={names} withProof={withProof} />
              </div>
              {enrolling ? (
                <Suspense>
                  <EnrollDialog
                    name={uniqueName('Authenticator app', names)}
                    first={!verified.length}
                    onCodes={setCodes}
                    onClose={() => setEnrolling(false)}
                  />
                </Suspense>
              ) : null}
            </>
          )
        }}
      </LoadedContent>
      {codes ? (
        <Suspense>
          <RecoveryCodesDialog codes={codes} email={user?.email ?? ''} onClose={() => setCodes(undefined)} />
        </Suspense>
      ) : null}
      {dialog}
    </Section>
  )
}

/** The service lists recovery codes as factors too, but they have a separate row. */
const isDevice = (factor: Factor) => factor.factor_type !== 'recovery_code'

export type WithProof = ReturnType<typeof useStepUp>['withProof']

const KINDS: Record<string, { name: string; Icon: typeof Phone }> = {
  totp: { name: 'Authenticator app', Icon: Smartphone },
  webauthn: { name: 'Security key', Icon: Fingerprint },
  phone: { name: 'Text message', Icon: Phone },
}

function FactorRow({ factor, withProof }: { factor: Factor; withProof: WithProof }) {
  const refresh = useRefreshAccount()
  const [isConfirming, setIsConfirming] = useState(false)
  const { busy, run } = useAction()
  const { name, Icon } = KINDS[factor.factor_type] ?? { name: factor.factor_type, Icon: KeySquare }
  const title = factor.friendly_name || name

  async function remove() {
    const removed = await run(() =>
      withProof(async () => {
        const result = await (await authClient()).mfa.unenroll({ factorId: factor.id })
        if (result.error && result.error.code !== 'insufficient_aal')
          toast.error('Could not remove the second step', authErrorText(result.error))
        return result
      }),
    )
    setIsConfirming(false)
    if (!removed) return
    // The session's permissions depend on its factors, so get a new token.
    await (await authClient()).refreshSession()
    await refresh()
    toast.success('Second step removed.')
  }

  return (
    <>
      <Row
        icon={<Icon size={18} strokeWidth={1.75} />}
        title={title}
        badge={<Badge tone="ok">On</Badge>}
        text={`${title === name ? '' : `${name} · `}Added ${formatRelativeTime(factor.created_at)}`}
        actions={
          <IconButton
            label={`Remove ${title}`}
            icon={<Trash2 size={16} strokeWidth={1.75} aria-hidden />}
            onClick={() => setIsConfirming(true)}
          />
        }
      />
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setIsConfirming}
        title={`Remove ${title}?`}
        confirmLabel="Remove"
        busy={busy}
        busyLabel="Removing..."
        onConfirm={() => void remove()}
      >
        You won't need it to sign in. If no second step is left, your password alone is enough.
      </ConfirmDialog>
    </>
  )
}

function AddKeyButton({ names, withProof }: { names: string[]; withProof: WithProof }) {
  const refresh = useRefreshAccount()
  const { busy, run } = useAction()
  if (!('PublicKeyCredential' in globalThis)) return null

  async function add() {
    const added = await run(() =>
      withProof(async () => {
        const friendlyName = uniqueName('Security key', names)
        const result = await (await authClient()).mfa.webauthn.register({ friendlyName })
        const code = result.error && 'code' in result.error ? result.error.code : undefined
        if (result.error && code !== 'insufficient_aal')
          toast.error('Could not add the security key', authErrorText(result.error))
        return result
      }),
    )
    if (!added) return
    await refresh()
    toast.success('Security key added.')
  }

  return (
    <Button
      icon={<Fingerprint size={16} strokeWidth={1.75} aria-hidden />}
      busy={busy}
      busyLabel="Waiting..."
      onClick={() => void add()}
    >
      Add security key
    </Button>
  )
}

import type { UserIdentity } from '@supabase/auth-js'
import { Link2, Unlink } from 'lucide-react'
import { useState } from 'react'
import { providerName } from '#kernel/browser/provider-names.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { toast } from '#ui/toasts/toast.ts'
import { authErrorText } from '../auth/auth-errors.ts'
import { ProviderIcon } from '../auth/provider-icon.tsx'
import { providersOf, useSignInSettings } from '../auth/sign-in-settings.ts'
import { useStepUp } from '../auth/step-up.tsx'
import { useAction } from '../auth/use-action.ts'
import { returnUrl } from '../session/auth-actions.ts'
import { authClient } from '../session/auth-client.ts'
import { ACCOUNT_PATH } from './account-path.ts'
import { LoadedContent, Row, Rows, Section } from './section.tsx'
import type { WithProof } from './two-step-section.tsx'
import { useAccount, useRefreshAccount } from './use-account.ts'

/**
 * Accounts at other services that the user signs in with. Hidden if no provider is enabled and none is
 * linked.
 */
export function ConnectedSection() {
  const account = useAccount()
  const settings = useSignInSettings()
  const { withProof, dialog } = useStepUp()
  const linked = (account.data?.identities ?? []).filter(({ provider }) => !BUILT_IN.has(provider))
  const offered = settings.data ? providersOf(settings.data) : []
  if (account.data && settings.data && !linked.length && !offered.length) return null
  const open = offered.filter(({ id }) => !linked.some(({ provider }) => provider === id))
  return (
    <Section title="Connected accounts" text="Sign in with an account from another service.">
      <LoadedContent query={account} failed="Your connected accounts could not be loaded." wide>
        {() => (
          <Rows label="Connected accounts">
            {linked.map((identity) => (
              <LinkedRow
                key={identity.identity_id}
                identity={identity}
                name={
                  offered.find(({ id }) => id === identity.provider)?.name ?? providerName(identity.provider)
                }
                withProof={withProof}
              />
            ))}
            {open.map(({ id, name }) => (
              <OpenRow key={id} id={id} name={name} withProof={withProof} />
            ))}
          </Rows>
        )}
      </LoadedContent>
      {dialog}
    </Section>
  )
}

/** Built-in identities, which cannot be disconnected. */
const BUILT_IN = new Set(['email', 'phone'])

function LinkedRow({
  identity,
  name,
  withProof,
}: {
  identity: UserIdentity
  name: string
  withProof: WithProof
}) {
  const refresh = useRefreshAccount()
  const [isConfirming, setIsConfirming] = useState(false)
  const { busy, run } = useAction()
  const address: unknown = identity.identity_data?.email

  async function unlink() {
    const done = await run(() =>
      withProof(async () => {
        const result = await (await authClient()).unlinkIdentity(identity)
        if (result.error && result.error.code !== 'insufficient_aal')
          toast.error('Could not disconnect', authErrorText(result.error))
        return result
      }),
    )
    setIsConfirming(false)
    if (!done) return
    await refresh()
    toast.success(`${name} is disconnected.`)
  }

  return (
    <>
      <Row
        icon={<ProviderIcon id={identity.provider} />}
        title={name}
        text={typeof address === 'string' ? address : 'Connected'}
        wide
        actions={
          <Button
            size="small"
            icon={<Unlink size={16} strokeWidth={1.75} aria-hidden />}
            aria-label={`Disconnect ${name}`}
            onClick={() => setIsConfirming(true)}
          >
            Disconnect
          </Button>
        }
      />
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setIsConfirming}
        title={`Disconnect ${name}?`}
        confirmLabel="Disconnect"
        busy={busy}
        busyLabel="Disconnecting..."
        onConfirm={() => void unlink()}
      >
        You can no longer sign in with {name}. Your {name} account stays as it is.
      </ConfirmDialog>
    </>
  )
}

function OpenRow({ id, name, withProof }: { id: string; name: string; withProof: WithProof }) {
  const { busy, run } = useAction()

  /** On success the browser navigates to the provider, so only an error returns here. */
  async function link() {
    await run(() =>
      withProof(async () => {
        const redirectTo = returnUrl(`/auth/callback?next=${encodeURIComponent(ACCOUNT_PATH)}`)
        const result = await (
          await authClient()
        ).linkIdentity({ provider: id as 'google', options: { redirectTo } })
        if (result.error && result.error.code !== 'insufficient_aal')
          toast.error('Could not connect', authErrorText(result.error))
        return result
      }),
    )
  }

  return (
    <Row
      icon={<ProviderIcon id={id} />}
      title={name}
      text="Not connected"
      wide
      actions={
        <Button
          size="small"
          icon={<Link2 size={16} strokeWidth={1.75} aria-hidden />}
          aria-label={`Connect ${name}`}
          busy={busy}
          busyLabel="Opening..."
          onClick={() => void link()}
        >
          Connect
        </Button>
      }
    />
  )
}

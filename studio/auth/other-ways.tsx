import { Fingerprint, Mail } from 'lucide-react'
import { useState } from 'react'
import { Skeleton } from '#ui/base/skeleton.tsx'
import { Button } from '#ui/button.tsx'
import { toast } from '#ui/toast.ts'
import { returnTo } from '../auth-acts.ts'
import { authClient } from '../auth-client.ts'
import { type AuthFailure, authErrorText } from './auth-errors.ts'
import { ProviderIcon } from './provider-icon.tsx'
import { providersOf, useSignInSettings } from './sign-in-settings.ts'

export interface OtherWaysProps {
  next: string
  /** Signing up offers only the providers. */
  signUp: boolean
  onMailCode: () => void
}

/** What there is instead of a password: the providers that are switched on, a passkey, a code by mail. */
export function OtherWays({ next, signUp, onMailCode }: OtherWaysProps) {
  const { data, isPending } = useSignInSettings()
  const [busy, setBusy] = useState<string>()
  const providers = data ? providersOf(data) : []
  if (signUp && !providers.length) return null

  /** One way at a time; only a refusal comes back here, a provider's page takes the place of this one. */
  async function go(way: string, act: () => Promise<{ error: AuthFailure | null }>) {
    if (busy) return
    setBusy(way)
    const { error } = await act().catch(() => ({ error: { status: 0 } }))
    if (error || way === 'passkey') setBusy(undefined)
    if (error) toast.error('Sign in failed', authErrorText(error))
  }

  const provide = (provider: string) =>
    go(provider, async () => {
      const redirectTo = returnTo(`/auth/callback?next=${encodeURIComponent(next)}`)
      // A provider of our own configuration has a name that the client's list cannot know.
      return (await authClient()).signInWithOAuth({ provider: provider as 'google', options: { redirectTo } })
    })

  return (
    <div className="mt-5">
      <div aria-hidden="true" className="flex items-center gap-3 text-caption text-text-3">
        <span className="h-px flex-1 bg-line" />
        or
        <span className="h-px flex-1 bg-line" />
      </div>
      <div className="mt-4 flex flex-col gap-2">
        {providers.map(({ id, name }) => (
          <Button
            key={id}
            size="large"
            wide
            icon={<ProviderIcon id={id} />}
            busy={busy === id}
            busyWords="Opening..."
            onClick={() => void provide(id)}
          >
            Continue with {name}
          </Button>
        ))}
        {signUp ? null : isPending ? (
          <div aria-busy="true" className="grid grid-cols-2 gap-2">
            <Skeleton height={44} radius="var(--bb-r-btn)" />
            <Skeleton height={44} radius="var(--bb-r-btn)" />
          </div>
        ) : (
          <div className="grid auto-cols-fr grid-flow-col gap-2">
            {data?.passkeys_enabled && 'PublicKeyCredential' in globalThis ? (
              <Button
                size="large"
                icon={<Fingerprint size={16} strokeWidth={1.75} aria-hidden />}
                busy={busy === 'passkey'}
                busyWords="Waiting..."
                onClick={() => void go('passkey', async () => (await authClient()).signInWithPasskey())}
              >
                Use a passkey
              </Button>
            ) : null}
            <Button
              size="large"
              icon={<Mail size={16} strokeWidth={1.75} aria-hidden />}
              onClick={onMailCode}
            >
              Email me a code
            </Button>
          </div>
        )}
      </div>
    </div>
  )
}

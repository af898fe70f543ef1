import { Fingerprint, Mail } from 'lucide-react'
import { useState } from 'react'
import { Skeleton } from '#ui/base/skeleton.tsx'
import { Button } from '#ui/button.tsx'
import { toast } from '#ui/toasts/toast.ts'
import { returnUrl } from '../session/auth-actions.ts'
import { authClient } from '../session/auth-client.ts'
import { type AuthFailure, authErrorText } from './auth-errors.ts'
import { ProviderIcon } from './provider-icon.tsx'
import { providersOf, useSignInSettings } from './sign-in-settings.ts'

export interface OtherSignInMethodsProps {
  next: string
  /** Sign-up offers only the providers. */
  signUp: boolean
  onEmailCode: () => void
}

/** Alternatives to a password: the enabled providers, a passkey, an emailed code. */
export function OtherSignInMethods({ next, signUp, onEmailCode }: OtherSignInMethodsProps) {
  const { data, isPending } = useSignInSettings()
  const [busy, setBusy] = useState<string>()
  const providers = data ? providersOf(data) : []
  if (signUp && !providers.length) return null

  /** Runs one sign-in method at a time. If a provider's page opens, only an error returns here. */
  async function runMethod(method: string, act: () => Promise<{ error: AuthFailure | null }>) {
    if (busy) return
    setBusy(method)
    const { error } = await act().catch(() => ({ error: { status: 0 } }))
    if (error || method === 'passkey') setBusy(undefined)
    if (error) toast.error('Sign in failed', authErrorText(error))
  }

  const signInWith = (provider: string) =>
    runMethod(provider, async () => {
      const redirectTo = returnUrl(`/auth/callback?next=${encodeURIComponent(next)}`)
      // The client's type lists only well-known providers; custom ones have other ids.
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
            busyLabel="Opening..."
            onClick={() => void signInWith(id)}
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
                busyLabel="Waiting..."
                onClick={() =>
                  void runMethod('passkey', async () => (await authClient()).signInWithPasskey())
                }
              >
                Use a passkey
              </Button>
            ) : null}
            <Button
              size="large"
              icon={<Mail size={16} strokeWidth={1.75} aria-hidden />}
              onClick={onEmailCode}
            >
              Email me a code
            </Button>
          </div>
        )}
      </div>
    </div>
  )
}

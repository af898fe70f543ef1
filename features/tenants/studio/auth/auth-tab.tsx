import { Suspense, useState } from 'react'
import { lazy } from '#ui/lazy.tsx'
import type { TenantRow } from '#studio/tenant/tenants.ts'
import { Field } from '#ui/base/field.tsx'
import { Notice } from '#ui/notice.tsx'
import { Select } from '#ui/forms/select.tsx'
import { RowsSkeleton } from '#ui/lists/skeletons.tsx'
import { ExternalAuth } from '../auth0/external-auth.tsx'
import { useOpenWizard } from '../auth0/use-open-wizard.ts'
import { authStatus } from '../auth-status.ts'
import { SwitchToBuiltIn } from './switch-to-built-in.tsx'

const BuiltInAuth = lazy(() => import('./built-in-auth.tsx'))
const MembersOnServer = lazy(() => import('#studio/members-on-server.tsx'))

type AuthProvider = TenantRow['auth_provider']
const OPTIONS: { value: AuthProvider; label: string }[] = [
  { value: 'supabase', label: 'Built-in auth (default)' },
  { value: 'auth0', label: 'Auth0' },
]
const HINTS: Record<AuthProvider, string> = {
  supabase:
    'Your visitors sign up and sign in on your site. It works out of the box. All settings below are optional.',
  auth0: 'Your visitors sign in with your own Auth0 application.',
}

/** Tenant Settings, Auth: the tenant's sign-in provider and its settings. */
export function AuthTab({ tenant }: { tenant: TenantRow }) {
  const current = tenant.auth_provider
  const wizard = useOpenWizard()
  // If the URL opens the wizard, Auth0 is shown, whichever provider is in use.
  const [chosen, setChosen] = useState<AuthProvider>(wizard.step === undefined ? current : 'auth0')
  const shown = wizard.step === undefined ? chosen : 'auth0'
  const { label } = authStatus(tenant)

  /** Calls nothing. The wizard explains the steps, and its last step connects. */
  function choose(next: AuthProvider) {
    setChosen(next)
    if (next === 'auth0' && current !== 'auth0') wizard.open(0)
  }

  return (
    // On its page as wide as in the dialog: a switch must not be far from its label.
    <div className="flex max-w-[932px] flex-col gap-6">
      <div className="max-w-[420px]">
        <Field label="Provider" hint={HINTS[shown]}>
          {(field) => (
            <Select
              {...field}
              options={OPTIONS}
              value={shown}
              onChange={(event) => choose(event.currentTarget.value as AuthProvider)}
            />
          )}
        </Field>
      </div>
      {shown === current ? null : current === 'auth0' ? (
        <SwitchToBuiltIn tenant={tenant} />
      ) : (
        <Notice>{`Now in use: ${label}. Viewing the other provider changes nothing.`}</Notice>
      )}
      {/* One boundary for both, so that the second does not move when the first loads. */}
      <Suspense fallback={<RowsSkeleton rows={10} />}>
        {shown === 'auth0' ? (
          <ExternalAuth tenant={tenant} wizard={wizard} />
        ) : (
          <BuiltInAuth tenant={tenant} />
        )}
        {tenant.public_key ? <MembersOnServer publicKey={tenant.public_key} /> : null}
      </Suspense>
    </div>
  )
}

import { Suspense, useState } from 'react'
import { lazy } from '#ui/lazy.tsx'
import type { TenantRow } from '#studio/tenants.ts'
import { Field } from '#ui/base/field.tsx'
import { Notice } from '#ui/notice.tsx'
import { Select } from '#ui/select.tsx'
import { RowsSkeleton } from '#ui/skeletons.tsx'
import { ExternalAuth } from '../auth0/external-auth.tsx'
import { useOpenWizard } from '../auth0/use-open-wizard.ts'
import { authStatus } from '../auth-status.ts'
import { SwitchToBuiltIn } from './switch-to-built-in.tsx'

const BuiltInAuth = lazy(() => import('./built-in-auth.tsx'))
const MembersOnServer = lazy(() => import('#studio/members-on-server.tsx'))

type Shown = TenantRow['auth_provider']
const OPTIONS: { value: Shown; label: string }[] = [
  { value: 'supabase', label: 'Built-in auth (default)' },
  { value: 'auth0', label: 'Auth0' },
]
const WORDS: Record<Shown, string> = {
  supabase:
    'Your visitors sign up and sign in here, on your site. It works as it is; everything below is a choice.',
  auth0: 'Your visitors sign in with your own Auth0 application.',
}

/** Tenant Settings, Auth: who signs this tenant's visitors in, and how. */
export function AuthTab({ tenant }: { tenant: TenantRow }) {
  const used = tenant.auth_provider
  const wizard = useOpenWizard()
  // An address that has the wizard open is about Auth0, whatever is in use.
  const [chosen, setShown] = useState<Shown>(wizard.step === undefined ? used : 'auth0')
  const shown = wizard.step === undefined ? chosen : 'auth0'
  const { label } = authStatus(tenant)

  /** Nothing is called: the wizard says what to do, and its last step does it. */
  function choose(next: Shown) {
    setShown(next)
    if (next === 'auth0' && used !== 'auth0') wizard.open(0)
  }

  return (
    <div className="flex max-w-[720px] flex-col gap-6">
      <div className="max-w-[420px]">
        <Field label="Provider" hint={WORDS[shown]}>
          {(field) => (
            <Select
              {...field}
              options={OPTIONS}
              value={shown}
              onChange={(event) => choose(event.currentTarget.value as Shown)}
            />
          )}
        </Field>
      </div>
      {shown === used ? null : used === 'auth0' ? (
        <SwitchToBuiltIn tenant={tenant} />
      ) : (
        <Notice>{`Now in use: ${label}. Looking at the other one changes nothing.`}</Notice>
      )}
      {/* Together: what stands below would be pushed down. */}
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

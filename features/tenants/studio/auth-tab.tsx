import { Suspense, useState } from 'react'
import { lazy } from '#ui/lazy.tsx'
import type { TenantRow } from '#studio/tenants.ts'
import { Status } from '#ui/base/badge.tsx'
import { Field } from '#ui/base/field.tsx'
import { Facts } from '#ui/facts.tsx'
import { Notice } from '#ui/notice.tsx'
import { Select } from '#ui/select.tsx'
import { RowsSkeleton } from '#ui/skeletons.tsx'
import { authStatus } from './auth-status.ts'
import { SwitchToBuiltIn } from './switch-to-built-in.tsx'

const BuiltInAuth = lazy(() => import('./built-in-auth.tsx'))

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
  const [shown, setShown] = useState<Shown>(tenant.auth_provider)
  const { label } = authStatus(tenant)
  const used = tenant.auth_provider
  return (
    <div className="flex max-w-[720px] flex-col gap-6">
      <div className="max-w-[420px]">
        <Field label="Provider" hint={WORDS[shown]}>
          {(field) => (
            <Select
              {...field}
              options={OPTIONS}
              value={shown}
              onChange={(event) => setShown(event.currentTarget.value as Shown)}
            />
          )}
        </Field>
      </div>
      {shown === used ? null : used === 'auth0' ? (
        <SwitchToBuiltIn tenant={tenant} />
      ) : (
        <Notice>{`Now in use: ${label}. Looking at the other one changes nothing.`}</Notice>
      )}
      {shown === 'auth0' ? (
        <External tenant={tenant} />
      ) : (
        <Suspense fallback={<RowsSkeleton rows={6} />}>
          <BuiltInAuth tenant={tenant} />
        </Suspense>
      )}
    </div>
  )
}

function External({ tenant }: { tenant: TenantRow }) {
  const { label, connected } = authStatus({ ...tenant, auth_provider: 'auth0' })
  return (
    <Facts
      rows={[
        [
          'Status',
          <Status key="status" tone={connected ? 'ok' : 'neutral'}>
            {label}
          </Status>,
        ],
        ['Domain', tenant.auth0_domain ?? 'Not set'],
      ]}
    />
  )
}

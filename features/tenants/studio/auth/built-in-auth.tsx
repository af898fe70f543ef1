import { Suspense } from 'react'
import { lazy } from '#ui/lazy.tsx'
import { FailedRow } from '#ui/lists/failed-row.tsx'
import { RowsSkeleton } from '#ui/lists/skeletons.tsx'
import { AuthProviders } from './auth-providers.tsx'
import { AuthSections } from './auth-sections.tsx'
import { SWITCH_GROUPS } from './auth-switches.ts'
import { LimitRows, SwitchRow } from './auth-setting-rows.tsx'
import { useChangeSwitch, useTenantAuth } from './use-tenant-auth.ts'

const OwnApps = lazy(() => import('./own-apps.tsx'))

/**
 * The settings of the built-in auth: sign-in methods, social login, protection and own apps. Changes apply
 * immediately.
 */
export default function BuiltInAuth({ tenant }: { tenant: { id: string; public_key: string | null } }) {
  const { data, isError, isFetching, refetch } = useTenantAuth(tenant.id)
  const change = useChangeSwitch(tenant.id)
  if (!data && isError)
    return (
      <FailedRow
        message="The auth settings could not be loaded."
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    )
  const settings = data?.settings
  const [ways, protection] = SWITCH_GROUPS
  const rowsOf = ({ rows }: (typeof SWITCH_GROUPS)[number]) =>
    rows.map((row) => (
      <SwitchRow
        key={row.name}
        row={row}
        on={settings && settings[row.name] !== Boolean(row.inverse)}
        onChange={(on) => change.mutate({ [row.name]: on !== Boolean(row.inverse) })}
      />
    ))
  return (
    <div className="flex flex-col gap-8" aria-busy={!data}>
      <AuthSections hasKey={tenant.public_key !== null} saving={change.status} />
      <Group id="auth-ways" title={ways.title} text={ways.text}>
        {rowsOf(ways)}
      </Group>
      <AuthProviders
        tenantId={tenant.id}
        providers={data?.providers}
        alsoOffered={data?.also_offered ?? []}
      />
      <Group id="auth-protection" title={protection.title} text={protection.text}>
        {rowsOf(protection)}
        <LimitRows settings={settings} onChange={(limit) => change.mutate(limit)} />
      </Group>
      {data ? (
        <Suspense fallback={<RowsSkeleton rows={2} />}>
          <OwnApps tenantId={tenant.id} />
        </Suspense>
      ) : (
        <RowsSkeleton rows={2} />
      )}
    </div>
  )
}

function Group(props: { id: string; title: string; text: string; children: React.ReactNode }) {
  return (
    <section aria-labelledby={props.id}>
      <h3 id={props.id} className="text-subheading">
        {props.title}
      </h3>
      <p className="mt-0.5 mb-3 text-text-2">{props.text}</p>
      <div className="divide-y divide-line border-y border-line">{props.children}</div>
    </section>
  )
}

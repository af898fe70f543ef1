import { useId } from 'react'
import { CopyButton } from '#ui/code/copy-button.tsx'
import { FailedRow } from '#ui/lists/failed-row.tsx'
import { RowsSkeleton } from '#ui/lists/skeletons.tsx'
import type { Auth0Status } from '#features/tenants/endpoints-auth0.ts'
import { joined } from './auth0-draft.ts'
import { useAuth0 } from './use-auth0.ts'

/** The URLs to enter at Auth0, under the field names of its settings page. */
export function StepAddresses({ tenantId }: { tenantId: string }) {
  const { data, isError, isFetching, refetch } = useAuth0(tenantId)
  if (!data && isError)
    return (
      <FailedRow
        message="The addresses could not be loaded."
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    )
  return (
    <>
      <p className="text-text-2">
        Enter these in the settings of the Auth0 application, then press Save Changes at the bottom of the
        page.
      </p>
      {data ? <Addresses addresses={data.addresses} /> : <RowsSkeleton rows={4} />}
    </>
  )
}

function Addresses({ addresses }: Pick<Auth0Status, 'addresses'>) {
  const { callback, login, logout, origins } = addresses
  return (
    <dl className="flex flex-col gap-4">
      <Address label="Allowed Callback URLs" value={joined(callback)} />
      <Address label="Application Login URI" value={login} hint="Auth0 accepts it only with https." />
      <Address label="Allowed Logout URLs" value={joined(origins, logout)} />
      <Address
        label="Allowed Web Origins"
        value={joined(origins)}
        hint="Enter the same in Allowed Origins (CORS)."
      />
    </dl>
  )
}

function Address({ label, value, hint }: { label: string; value: string; hint?: string }) {
  const id = useId()
  return (
    <div>
      <dt id={id} className="mb-1.5 text-small font-label">
        {label}
      </dt>
      <dd className="bb-well flex items-start gap-1.5 pl-2.5">
        <code aria-labelledby={id} className="min-w-0 flex-1 py-2 font-mono text-mono wrap-anywhere">
          {value}
        </code>
        <CopyButton text={value} label={`Copy ${label}`} />
      </dd>
      {hint ? <dd className="mt-1.5 text-caption text-text-3">{hint}</dd> : null}
    </div>
  )
}

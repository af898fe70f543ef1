import type { TenantRow } from '#studio/tenants.ts'
import { Status } from '#ui/base/badge.tsx'
import { Facts } from '#ui/facts.tsx'
import { authStatus } from './auth-status.ts'

/** Who signs this tenant's visitors in. */
export function AuthTab({ tenant }: { tenant: TenantRow }) {
  const { label, connected } = authStatus(tenant)
  const external = tenant.auth_provider === 'auth0'
  return (
    <div className="max-w-[560px]">
      <Facts
        rows={[
          [
            'Provider',
            <Status key="provider" tone={connected ? 'ok' : 'neutral'}>
              {label}
            </Status>,
          ],
          ...(external ? ([['Domain', tenant.auth0_domain ?? 'Not set']] as const) : []),
        ]}
      />
      <p className="mt-4 text-text-2">
        {external
          ? 'Your visitors sign in with your own Auth0 application.'
          : 'The built-in auth is the default. Your visitors sign up and sign in with e-mail and password, and confirm their address by mail. There is nothing to set up.'}
      </p>
    </div>
  )
}

import { Link } from 'react-router'
import type { TenantRow } from '#studio/tenant/tenants.ts'
import { Status } from '#ui/base/badge.tsx'
import { buttonStyle } from '#ui/base/button.tsx'
import { BlockLink } from '../block-link.tsx'
import { IntegrationRow } from './integration-row.tsx'
import { integrationKeys } from './integrations.ts'
import { SuitePage } from './suite-page.tsx'

/** `/studio/connect/auth`: the sign-in methods of visitors. The settings themselves are the tenant's. */
export default function AuthTab() {
  return (
    <SuitePage
      title="Authentication"
      text={
        <>
          How visitors of your site sign in. Members and sign-in methods are under{' '}
          <BlockLink path="/bolt/sign-in" label="Sign-in" />.
        </>
      }
    >
      {(tenant) => (
        <div className="flex flex-col gap-4">
          {integrationKeys('auth').map((key) => (
            <IntegrationRow key={key} name={key} mode={tenant.stripe_mode}>
              <AuthAct tenant={tenant} provider={key} />
            </IntegrationRow>
          ))}
        </div>
      )}
    </SuitePage>
  )
}

function AuthAct({ tenant, provider }: { tenant: TenantRow; provider: string }) {
  const used = tenant.auth_provider === provider
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <Status tone={used ? 'ok' : 'neutral'}>{used ? 'In use' : 'Not in use'}</Status>
      <Link {...buttonStyle({ size: 'small' })} to={`/studio?dialog=settings&tenant=${tenant.id}&tab=auth`}>
        {used ? 'Open settings' : 'Choose in settings'}
      </Link>
    </div>
  )
}

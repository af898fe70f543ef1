import { Suspense, useState } from 'react'
import type { TenantRow } from '#studio/tenant/tenants.ts'
import { lazy } from '#ui/lazy.tsx'
import { Status } from '#ui/base/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Facts } from '#ui/lists/facts.tsx'
import { authStatus } from '../auth-status.ts'
import type { StoredWizard } from './auth0-wizard.tsx'
import type { OpenWizard } from './use-open-wizard.ts'

const Auth0Wizard = lazy(() => import('./auth0-wizard.tsx'), 'over')

export interface ExternalAuthProps {
  tenant: TenantRow
  wizard: OpenWizard
}

/** The state of the tenant's Auth0 connection, with a button to connect or change it. */
export function ExternalAuth({ tenant, wizard }: ExternalAuthProps) {
  const [kept, setKept] = useState<StoredWizard>()
  const { label, connected } = authStatus({ ...tenant, auth_provider: 'auth0' })
  return (
    <>
      <Facts
        rows={[
          [
            'Status',
            <Status key="status" tone={connected ? 'ok' : 'neutral'}>
              {label}
            </Status>,
          ],
          ['Domain', tenant.auth0_domain ?? 'Not set'],
          ['Client ID', tenant.auth0_client_id ?? 'Not set'],
          ['Client secret', tenant.auth0_client_secret_set ? 'Stored' : 'Not set'],
        ]}
      />
      <div>
        <Button variant={connected ? 'secondary' : 'primary'} onClick={() => wizard.open(kept?.step ?? 0)}>
          {connected ? 'Change connection' : 'Connect Auth0'}
        </Button>
      </div>
      {wizard.step === undefined ? null : (
        <Suspense>
          <Auth0Wizard
            tenant={tenant}
            step={wizard.step}
            onStep={wizard.turn}
            kept={kept}
            onKeep={setKept}
            onClose={wizard.close}
          />
        </Suspense>
      )}
    </>
  )
}

import { IntegrationRow } from './integration-row.tsx'
import { integrationKeys } from './integrations.ts'
import { SuitePage } from './suite-page.tsx'

/** `/studio/connect/email`. */
export default function EmailTab() {
  return (
    <SuitePage title="Email" text="Send email to your visitors through your own provider." group="email">
      {(tenant) => (
        <div className="flex flex-col gap-4">
          {integrationKeys('email').map((key) => (
            <IntegrationRow key={key} name={key} mode={tenant.stripe_mode} />
          ))}
        </div>
      )}
    </SuitePage>
  )
}

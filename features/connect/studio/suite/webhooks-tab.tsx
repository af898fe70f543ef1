import { IntegrationRow } from './integration-row.tsx'
import { integrationKeys } from './integrations.ts'
import { SuitePage } from './suite-page.tsx'

/** `/studio/connect/webhooks`. */
export default function WebhooksTab() {
  return (
    <SuitePage title="Webhooks" text="Your own server hears what happens, in test and live mode.">
      {(tenant) => (
        <div className="flex flex-col gap-4">
          {integrationKeys('webhooks').map((key) => (
            <IntegrationRow key={key} name={key} mode={tenant.stripe_mode} />
          ))}
        </div>
      )}
    </SuitePage>
  )
}

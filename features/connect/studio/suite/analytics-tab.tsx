import { IntegrationRow } from './integration-row.tsx'
import { integrationKeys } from './integrations.ts'
import { SuitePage } from './suite-page.tsx'

/** `/studio/connect/analytics`. */
export default function AnalyticsTab() {
  return (
    <SuitePage title="Analytics" text="Send block events to your own analytics." group="analytics">
      {(tenant) => (
        <div className="flex flex-col gap-4">
          {integrationKeys('analytics').map((key) => (
            <IntegrationRow key={key} name={key} mode={tenant.stripe_mode} />
          ))}
        </div>
      )}
    </SuitePage>
  )
}

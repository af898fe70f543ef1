import { IntegrationRow } from './integration-row.tsx'
import { integrationKeys } from './integrations.ts'
import { SuitePage } from './suite-page.tsx'

/** `/studio/connect/databases`. */
export default function DatabasesTab() {
  return (
    <SuitePage title="Databases" text="Show data from your own database in blocks." group="databases">
      {(tenant) => (
        <div className="flex flex-col gap-4">
          {integrationKeys('databases').map((key) => (
            <IntegrationRow key={key} name={key} mode={tenant.stripe_mode} />
          ))}
        </div>
      )}
    </SuitePage>
  )
}

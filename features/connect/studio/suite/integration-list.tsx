import type { TenantRow } from '#studio/tenant/tenants.ts'
import { IntegrationExample } from './integration-example.tsx'
import { IntegrationRow } from './integration-row.tsx'
import { type ExampleGroup, integrationKeys } from './integrations.ts'

/** The integrations of a group that the operator has not set up, beside an example of what they do. */
export function IntegrationList({ group, tenant }: { group: ExampleGroup; tenant: TenantRow }) {
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_360px]">
      <div className="flex flex-col gap-4">
        <p className="text-text-2">
          Not available on this server yet. Its operator adds the settings named below.
        </p>
        {integrationKeys(group).map((key) => (
          <IntegrationRow key={key} name={key} mode={tenant.stripe_mode} />
        ))}
      </div>
      <IntegrationExample group={group} />
    </div>
  )
}

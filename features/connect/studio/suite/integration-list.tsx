import type { TenantRow } from '#studio/tenant/tenants.ts'
import { IntegrationFlow } from './integration-flow.tsx'
import { IntegrationRow } from './integration-row.tsx'
import { type ExampleGroup, integrationKeys } from './integrations.ts'

/** What a group of integrations is for, and its providers, which the operator has not set up. */
export function IntegrationList({ group, tenant }: { group: ExampleGroup; tenant: TenantRow }) {
  const keys = integrationKeys(group)
  return (
    <>
      <IntegrationFlow group={group} />
      <section aria-labelledby="providers" className="mt-8">
        <h2 id="providers" className="text-heading">
          {keys.length === 1 ? 'Provider' : 'Providers'}
        </h2>
        <p className="mt-1 mb-4 text-text-2">
          Not available on this server yet. Its operator adds the settings named below.
        </p>
        <div className="grid gap-4 lg:grid-cols-2">
          {keys.map((key) => (
            <IntegrationRow key={key} name={key} mode={tenant.stripe_mode} level={3} />
          ))}
        </div>
      </section>
    </>
  )
}

import { config } from '#studio/config.ts'
import type { TenantRow } from '#studio/tenant/tenants.ts'
import { IntegrationFlow } from './integration-flow.tsx'
import { IntegrationRow } from './integration-row.tsx'
import { type ExampleGroup, groupInDevelopment, integrationKeys } from './integrations.ts'
import { PlannedNote } from './planned-note.tsx'

/** What a group of integrations is for, and its providers, which the operator has not set up. */
export function IntegrationList({ group, tenant }: { group: ExampleGroup; tenant: TenantRow }) {
  const keys = integrationKeys(group)
  const isPlanned = groupInDevelopment(group, config.blocks)
  const providers = keys.length === 1 ? 'Provider' : 'Providers'
  return (
    <>
      {isPlanned ? <PlannedNote group={group} /> : null}
      <IntegrationFlow group={group} />
      <section aria-labelledby="providers" className="mt-8">
        <h2 id="providers" className="text-heading">
          {isPlanned ? `Planned ${providers.toLowerCase()}` : providers}
        </h2>
        <p className="mt-1 mb-4 text-text-2">
          {isPlanned
            ? 'You have nothing to do here yet. The settings named below are for the operator of this server.'
            : 'Not available on this server yet. Its operator adds the settings named below.'}
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

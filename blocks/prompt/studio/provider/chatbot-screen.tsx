import { Link } from 'react-router'
import { IntegrationFlow } from '#features/connect/studio/suite/integration-flow.tsx'
import { IntegrationRow } from '#features/connect/studio/suite/integration-row.tsx'
import { integrationKeys } from '#features/connect/studio/suite/integrations.ts'
import { SuitePage } from '#features/connect/studio/suite/suite-page.tsx'
import type { TenantRow } from '#studio/tenant/tenants.ts'
import { Status } from '#ui/base/badge.tsx'
import { buttonStyle } from '#ui/base/button.tsx'
import { FailedRow } from '#ui/lists/failed-row.tsx'
import { RowsSkeleton } from '#ui/lists/skeletons.tsx'
import { CallLog } from './call-log.tsx'
import { ProviderForm } from './provider-form.tsx'
import { useProvider } from './use-provider.ts'

/** `/studio/connect/chatbot`: the model that answers for a tenant. */
export default function ChatbotScreen() {
  return (
    <SuitePage
      title="Chatbot"
      text="An assistant on your site that replies to visitors from your own content, with the AI provider you choose."
      group="chatbot"
    >
      {(tenant) => <Chatbot key={tenant.id} tenant={tenant} />}
    </SuitePage>
  )
}

function Chatbot({ tenant }: { tenant: TenantRow }) {
  const { data: provider, isError, isFetching, refetch } = useProvider(tenant.id)
  if (!provider && isError)
    return (
      <FailedRow
        message="The provider could not be loaded."
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    )
  if (!provider) return <RowsSkeleton rows={5} />
  return (
    <>
      {provider.from === 'tenant' ? null : <IntegrationFlow group="chatbot" />}
      <section aria-labelledby="own-title" className={provider.from === 'tenant' ? '' : 'mt-8'}>
        <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
          <h2 id="own-title" className="text-heading">
            Your provider
          </h2>
          <Link {...buttonStyle({ size: 'small' })} to={`/bolt/assistant?tenant=${tenant.id}`}>
            Open the knowledge base
          </Link>
        </div>
        <ProviderForm key={provider.from} tenant={tenant} provider={provider} />
      </section>
      {provider.from === 'tenant' ? null : <ServersModel tenant={tenant} model={provider.model} />}
      <CallLog tenantId={tenant.id} />
    </>
  )
}

/** The model that the operator offers to every tenant, or the settings that are missing for it. */
function ServersModel({ tenant, model }: { tenant: TenantRow; model: string | null }) {
  return (
    <section aria-labelledby="servers-title" className="mt-8">
      <h2 id="servers-title" className="mb-3 text-heading">
        This server’s model
      </h2>
      {integrationKeys('chatbot').map((key) => (
        <IntegrationRow key={key} name={key} mode={tenant.stripe_mode} level={3}>
          {model === null ? undefined : <Status tone="ok">{`In use: ${model}`}</Status>}
        </IntegrationRow>
      ))}
    </section>
  )
}

import { useSearchParams } from 'react-router'
import { RequireTenant } from '#studio/tenant/require-tenant.tsx'
import type { TenantRow } from '#studio/tenant/tenants.ts'
import { LinkTabs } from '#ui/tabs/link-tabs.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { EndpointList } from './endpoint-list.tsx'
import { EndpointLog } from './endpoint-log.tsx'

const VIEWS = [
  { to: '/studio/connect/webhooks', label: 'Your endpoints' },
  { to: '/studio/connect/webhooks/received', label: 'From Stripe' },
]

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * `/studio/connect/webhooks`: where events are sent. `?webhook=` shows the log of one endpoint, `?new=` the
 * dialog for a new one.
 */
export default function WebhooksScreen() {
  return (
    <>
      <PageHead title="Webhooks" text="We POST signed events to your server, in order, and retry failures." />
      <LinkTabs label="Webhooks" links={VIEWS} />
      <RequireTenant>{(tenant) => <Endpoints key={tenant.id} tenant={tenant} />}</RequireTenant>
    </>
  )
}

function Endpoints({ tenant }: { tenant: TenantRow }) {
  const [search, setSearch] = useSearchParams()
  const id = search.get('webhook')
  const rest = {
    tenantId: tenant.id,
    onOpen: (webhook: string) => setSearch({ webhook }),
  }
  if (id && UUID.test(id))
    return <EndpointLog key={id} tenantId={tenant.id} id={id} onClose={() => setSearch({})} />
  return (
    <div className="flex flex-col gap-8">
      {(['test', 'live'] as const).map((mode) => (
        <EndpointList
          key={mode}
          mode={mode}
          adding={search.get('new') === mode}
          onAdding={(adding) => setSearch(adding ? { new: mode } : {})}
          {...rest}
        />
      ))}
    </div>
  )
}

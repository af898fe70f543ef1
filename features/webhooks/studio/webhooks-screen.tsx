import { useSearchParams } from 'react-router'
import { OfTenant } from '#studio/of-tenant.tsx'
import type { TenantRow } from '#studio/tenants.ts'
import { LinkTabs } from '#ui/link-tabs.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { EndpointList } from './endpoint-list.tsx'
import { EndpointLog } from './endpoint-log.tsx'

const VIEWS = [
  { to: '/studio/connect/webhooks', label: 'Your endpoints' },
  { to: '/studio/connect/webhooks/received', label: 'From Stripe' },
]

/** `/studio/connect/webhooks`: where events go, and with `?webhook=` the log of one endpoint. */
export default function WebhooksScreen() {
  return (
    <div className="mx-auto w-full max-w-[1060px]">
      <PageHead
        title="Webhooks"
        text="Your own server hears what happens, signed, in order and tried again."
      />
      <LinkTabs label="Webhooks" links={VIEWS} />
      <OfTenant>{(tenant) => <Endpoints key={tenant.id} tenant={tenant} />}</OfTenant>
    </div>
  )
}

function Endpoints({ tenant }: { tenant: TenantRow }) {
  const [search, setSearch] = useSearchParams()
  const id = search.get('webhook')
  const open = (webhook: string) => setSearch({ webhook })
  if (id) return <EndpointLog key={id} tenantId={tenant.id} id={id} onClose={() => setSearch({})} />
  return (
    <div className="flex flex-col gap-8">
      <EndpointList tenantId={tenant.id} mode="test" onOpen={open} />
      <EndpointList tenantId={tenant.id} mode="live" onOpen={open} />
    </div>
  )
}

import { Suspense } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useAudiences } from '#studio/audience/use-audiences.ts'
import { useProducts } from '#studio/audience/use-products.ts'
import { useOpenRow } from '#studio/routing/use-open-row.ts'
import { RequireTenant } from '#studio/tenant/require-tenant.tsx'
import type { TenantRow } from '#studio/tenant/tenants.ts'
import { useTenantInUrl } from '#studio/tenant/use-tenant-in-url.ts'
import { lazy } from '#ui/lazy.tsx'
import { RowsSkeleton } from '#ui/lists/skeletons.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { OverviewTabs } from '../overview/overview-tabs.tsx'
import { useTableFocus } from '../use-table-focus.ts'
import { BucketPage } from './bucket-page.tsx'
import { BucketsOverview } from './buckets-overview.tsx'
import { useBuckets } from './use-buckets.ts'

const BucketDialog = lazy(
  () => import('./bucket-dialog.tsx').then((module) => ({ default: module.BucketDialog })),
  'over',
)

/** `/bolt/tables/files`: the buckets of the tenant chosen in the header, or one of them. */
export default function FilesScreen() {
  useTenantInUrl(['bucket', 'folder', 'new'])
  return <RequireTenant title="Files">{(tenant) => <Files key={tenant.id} tenant={tenant} />}</RequireTenant>
}

function Files({ tenant }: { tenant: TenantRow }) {
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const { data: buckets, isError } = useBuckets(tenant.id)
  const { openId, open, close } = useOpenRow('new')
  const chosen = query.get('bucket')
  const bucket = buckets?.find(({ id }) => id === chosen)
  useTableFocus(bucket?.id)
  const audiences = useAudiences(tenant.id)
  const products = useProducts(tenant.id)
  // Sentences that arrive later would move what is below them.
  const isLoading = audiences.isPending || products.isPending
  const show = (id: string, replace = false) =>
    void navigate({ search: `?${new URLSearchParams({ tenant: tenant.id, bucket: id })}` }, { replace })

  if (bucket && !isLoading) return <BucketPage key={bucket.id} tenant={tenant} bucket={bucket} />
  return (
    <>
      <PageHead title="Files" text="What your site stores in buckets, and who can open it." />
      <OverviewTabs tenant={tenant} />
      {chosen && (bucket || (!buckets && !isError)) ? (
        <RowsSkeleton rows={5} />
      ) : (
        <BucketsOverview tenant={tenant} onOpen={show} onNew={() => open('bucket')} />
      )}
      {openId ? (
        <Suspense>
          <BucketDialog
            tenantId={tenant.id}
            bucket={undefined}
            onClose={close}
            onSaved={(id) => show(id, true)}
          />
        </Suspense>
      ) : null}
    </>
  )
}

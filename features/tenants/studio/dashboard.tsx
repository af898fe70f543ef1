import { CreditCard, Plus } from 'lucide-react'
import { Suspense } from 'react'
import { Link } from 'react-router'
import { useScreenExists } from '#studio/routing/known-screens.ts'
import { SectionErrorBoundary } from '#studio/section-error-boundary.tsx'
import { type TenantRow, mayWith, useCurrentTenant } from '#studio/tenant/tenants.ts'
import { buttonStyle } from '#ui/base/button.tsx'
import { Button } from '#ui/button.tsx'
import { FailedRow } from '#ui/lists/failed-row.tsx'
import { lazy } from '#ui/lazy.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { CardSkeleton } from '#ui/lists/skeletons.tsx'
import { DashboardDialogs } from './dashboard-dialogs.tsx'
import type { DashboardParts } from './dashboard-parts.ts'
import { TenantCard, type TenantCardProps } from './tenant-card.tsx'
import { useDashboardAddress } from './use-dashboard-address.ts'
import { useDashboardTenants } from './use-dashboard-tenants.ts'

/** Creators with tenants never load it. */
const TenantsEmpty = lazy(() => import('./tenants-empty.tsx'))

/** Space between the sections of the page. */
const GAP = 'mt-6 max-md:mt-4'
/** The statistics and, on wide screens, what happens beside them. */
const BESIDE = `${GAP} relative grid gap-4 xl:grid-cols-[minmax(0,1fr)_304px]`

/** `/studio`: the plan, the tenants, and the sales of the tenant selected in the header. */
export function Dashboard({ parts }: { parts: DashboardParts }) {
  const { tenants, failed, retry, retrying } = useDashboardTenants()
  const { open, ...dialogs } = useDashboardAddress()
  const current = useCurrentTenant()
  const create = () => open({ dialog: 'create' })
  const empty = tenants?.length === 0

  return (
    <>
      <PageHead title="Studio Dashboard" actions={<HeadActions quiet={empty} onCreate={create} />} />
      <SectionErrorBoundary>
        <parts.PlanCard />
      </SectionErrorBoundary>
      <SectionErrorBoundary>
        <Suspense>
          <parts.StaffNotices />
        </Suspense>
      </SectionErrorBoundary>
      {tenants && current ? (
        <OfTenants tenants={tenants} current={current} parts={parts} open={open} />
      ) : (
        <div className={GAP}>
          {empty ? (
            <Suspense fallback={<CardSkeleton lines={8} />}>
              <TenantsEmpty onCreate={create} />
            </Suspense>
          ) : failed ? (
            <FailedRow message="Failed to load tenant data" busy={retrying} onRetry={retry} />
          ) : (
            <>
              <div className={BESIDE.replace(GAP, '')}>
                <parts.StatsSkeleton />
                <parts.ActivitySkeleton />
              </div>
              <TenantsSkeleton />
            </>
          )}
        </div>
      )}
      <SectionErrorBoundary as="over" at={JSON.stringify(dialogs.address)} onClose={dialogs.close}>
        <DashboardDialogs tenants={tenants} parts={parts} {...dialogs} open={open} />
      </SectionErrorBoundary>
    </>
  )
}

type OfTenantsProps = Pick<TenantCardProps, 'parts' | 'open'> & {
  tenants: readonly TenantRow[]
  current: TenantRow
}

/** The statistics of the current tenant, all tenants, and the orders of the current one. */
function OfTenants({ tenants, current, parts, open }: OfTenantsProps) {
  const embed = () => open({ dialog: 'embed', tenant: current.id })
  const sells = mayWith(current, 'orders')
  return (
    <>
      {sells ? (
        <div className={BESIDE}>
          <SectionErrorBoundary at={current.id}>
            <Suspense fallback={<parts.StatsSkeleton name={current.name} />}>
              <parts.Stats tenant={current} onEmbed={embed} />
            </Suspense>
          </SectionErrorBoundary>
          <SectionErrorBoundary at={current.id}>
            <Suspense fallback={<parts.ActivitySkeleton />}>
              <parts.Activity key={current.id} tenant={current} onEmbed={embed} />
            </Suspense>
          </SectionErrorBoundary>
        </div>
      ) : null}
      <section aria-labelledby="tenants-title" className={GAP}>
        <h2 id="tenants-title" className="mb-3 text-subheading">
          Tenants <span className="ml-1 font-normal text-text-3 tabular-nums">{tenants.length}</span>
        </h2>
        <ul className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
          {[current, ...tenants.filter((tenant) => tenant !== current)].map((tenant) => (
            <SectionErrorBoundary key={tenant.id} as="item" at={tenant}>
              <TenantCard tenant={tenant} current={tenant === current} parts={parts} open={open} />
            </SectionErrorBoundary>
          ))}
        </ul>
      </section>
      {sells ? (
        <div className="mt-8">
          <SectionErrorBoundary at={current.id}>
            <parts.Orders tenant={current} onEmbed={embed} />
          </SectionErrorBoundary>
        </div>
      ) : null}
    </>
  )
}

/** My Plan and Create Tenant. They are secondary next to the empty state, which has the primary button. */
function HeadActions({ quiet, onCreate }: { quiet: boolean; onCreate: () => void }) {
  const billing = useScreenExists('/bolt/studio/billing')
  return (
    <>
      {billing ? (
        <Link {...buttonStyle({})} to="/bolt/studio/billing">
          <CreditCard size={16} strokeWidth={1.75} aria-hidden />
          My Plan
        </Link>
      ) : null}
      <Button
        variant={quiet ? 'secondary' : 'primary'}
        icon={<Plus size={16} strokeWidth={1.75} aria-hidden />}
        onClick={onCreate}
      >
        Create Tenant
      </Button>
    </>
  )
}

function TenantsSkeleton() {
  return (
    <div aria-busy="true" className={GAP}>
      <output className="sr-only">Loading tenants...</output>
      <div className="mb-3 h-6" />
      <div className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
        <CardSkeleton />
        <CardSkeleton />
        <CardSkeleton />
      </div>
    </div>
  )
}

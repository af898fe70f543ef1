import { CreditCard, Plus } from 'lucide-react'
import { Suspense } from 'react'
import { Link } from 'react-router'
import { useScreenExists } from '#studio/known-screens.ts'
import { useViewport } from '#studio/layout/use-viewport.ts'
import { PartBoundary } from '#studio/part-boundary.tsx'
import { useCurrentTenant } from '#studio/tenants.ts'
import { buttonLook } from '#ui/base/button.tsx'
import { Button } from '#ui/button.tsx'
import { FailedRow } from '#ui/failed-row.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { CardSkeleton } from '#ui/skeletons.tsx'
import { DashboardDialogs } from './dashboard-dialogs.tsx'
import type { DashboardParts } from './dashboard-parts.ts'
import { TenantCard } from './tenant-card.tsx'
import { TenantsEmpty } from './tenants-empty.tsx'
import { useDashboardAddress } from './use-dashboard-address.ts'
import { useDashboardTenants } from './use-dashboard-tenants.ts'

/** `/studio`: the plan, the tenants, and what came in for the tenant that the header shows. */
export function Dashboard({ parts }: { parts: DashboardParts }) {
  const { tenants, failed, retry, retrying } = useDashboardTenants()
  const { open, ...dialogs } = useDashboardAddress()
  const current = useCurrentTenant()
  const create = () => open({ dialog: 'create' })
  const empty = tenants?.length === 0
  const phone = useViewport() === 'phone'

  return (
    <div className="mx-auto w-full max-w-[1120px]">
      <PageHead
        title="Studio Dashboard"
        actions={empty && phone ? undefined : <HeadActions quiet={empty} onCreate={create} />}
      />
      <PartBoundary>
        <parts.PlanCard />
      </PartBoundary>
      {empty || (!current && failed) ? null : (
        <div className="mt-6 max-md:mt-4">
          {current ? (
            <PartBoundary at={current.id}>
              <Suspense fallback={<parts.StatsSkeleton />}>
                <parts.Stats tenant={current} onEmbed={() => open({ dialog: 'embed', tenant: current.id })} />
              </Suspense>
            </PartBoundary>
          ) : (
            <parts.StatsSkeleton />
          )}
        </div>
      )}
      <div className="mt-6 max-md:mt-4">
        {tenants === undefined ? (
          failed ? (
            <FailedRow message="Failed to load tenant data" busy={retrying} onRetry={retry} />
          ) : (
            <TenantsSkeleton />
          )
        ) : empty ? (
          <TenantsEmpty onCreate={create} />
        ) : (
          <section aria-labelledby="tenants-title">
            <h2 id="tenants-title" className="mb-3 text-subheading">
              Tenants <span className="ml-1 font-normal text-text-3 tabular-nums">{tenants.length}</span>
            </h2>
            <ul className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
              {tenants.map((tenant) => (
                <PartBoundary key={tenant.id} as="item">
                  <TenantCard tenant={tenant} parts={parts} open={open} />
                </PartBoundary>
              ))}
            </ul>
          </section>
        )}
      </div>
      {current ? (
        <div className="mt-8">
          <PartBoundary at={current.id}>
            <parts.Orders tenant={current} onEmbed={() => open({ dialog: 'embed', tenant: current.id })} />
          </PartBoundary>
        </div>
      ) : null}
      <PartBoundary as="over" at={dialogs.address.dialog} onClose={dialogs.close}>
        <DashboardDialogs tenants={tenants} parts={parts} {...dialogs} open={open} />
      </PartBoundary>
    </div>
  )
}

/** My Plan and Create Tenant; beside the empty state, whose own button is the loud one, they step back. */
function HeadActions({ quiet, onCreate }: { quiet: boolean; onCreate: () => void }) {
  const billing = useScreenExists('/bolt/studio/billing')
  return (
    <>
      {billing ? (
        <Link {...buttonLook({})} to="/bolt/studio/billing">
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
    <div aria-busy="true">
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

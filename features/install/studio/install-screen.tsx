import { Suspense } from 'react'
import { Link, useSearchParams } from 'react-router'
import { RequireTenant } from '#studio/tenant/require-tenant.tsx'
import { useTenantInUrl } from '#studio/tenant/use-tenant-in-url.ts'
import type { TenantRow } from '#studio/tenant/tenants.ts'
import { lazy } from '#ui/lazy.tsx'
import { ModeBadge } from '#ui/mode-badge.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { RowsSkeleton } from '#ui/lists/skeletons.tsx'
import { BuilderSteps } from './builder-steps.tsx'
import { BUILDER_GUIDES, findGuide } from './builders.ts'
import { CheckPage } from './check-page.tsx'
import { MoreCode } from './more-code.tsx'
import { OnYourPages } from './on-your-pages.tsx'

const MembersOnServer = lazy(() => import('#studio/members-on-server.tsx'))

/**
 * `/studio/install`: how to put a tenant's tags on a site, and a check that they work. `?on=` names the
 * builder.
 */
export default function InstallScreen() {
  useTenantInUrl(['url'])
  return (
    <>
      <RequireTenant title="Install">{(tenant) => <Install key={tenant.id} tenant={tenant} />}</RequireTenant>
    </>
  )
}

function Install({ tenant }: { tenant: TenantRow }) {
  const [query] = useSearchParams()
  const guide = findGuide(query.get('on'))
  const addressOf = (id: string) => {
    const next = new URLSearchParams(query)
    next.set('on', id)
    return `?${next}`
  }
  return (
    <>
      <PageHead
        title="Install"
        badge={<ModeBadge mode={tenant.stripe_mode} />}
        text={`Put the blocks of ${tenant.name} on a site, and check that they work there.`}
      />
      <div className="grid items-start gap-x-10 gap-y-6 lg:grid-cols-[184px_minmax(0,1fr)]">
        <nav aria-label="Where your site is made" className="lg:sticky lg:top-20">
          <ul className="grid gap-1 max-lg:grid-cols-2 max-lg:gap-2 sm:max-lg:grid-cols-4">
            {BUILDER_GUIDES.map(({ id, name }) => (
              <li key={id}>
                <Link
                  to={addressOf(id)}
                  replace
                  preventScrollReset
                  aria-current={id === guide.id ? 'page' : undefined}
                  className="flex min-h-10 items-center rounded-control px-3 font-medium text-text-2 hover:bg-hover hover:text-text aria-[current]:bg-subtle aria-[current]:text-text max-lg:border max-lg:border-line"
                >
                  {name}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <div className="min-w-0 space-y-10">
          <BuilderSteps guide={guide} tenant={tenant} />
          <CheckPage tenant={tenant} />
          <OnYourPages tenant={tenant} />
          <MoreCode tenant={tenant} />
          {tenant.public_key ? (
            <Suspense fallback={<RowsSkeleton rows={3} />}>
              <MembersOnServer publicKey={tenant.public_key} level={2} />
            </Suspense>
          ) : null}
        </div>
      </div>
    </>
  )
}

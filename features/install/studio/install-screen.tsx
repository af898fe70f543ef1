import { Suspense } from 'react'
import { Link, useSearchParams } from 'react-router'
import { RequireTenant } from '#studio/tenant/require-tenant.tsx'
import { useTenantInUrl } from '#studio/tenant/use-tenant-in-url.ts'
import type { TenantRow } from '#studio/tenant/tenants.ts'
import { Button } from '#ui/button.tsx'
import { lazy } from '#ui/lazy.tsx'
import { ModeBadge } from '#ui/mode-badge.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { RowsSkeleton } from '#ui/lists/skeletons.tsx'
import { Tabs } from '#ui/tabs/tabs.tsx'
import { BuilderCode, BuilderSteps } from './builder-steps.tsx'
import { BUILDER_GUIDES, findGuide } from './builders.ts'
import { CheckPage } from './check-page.tsx'
import { MoreCode } from './more-code.tsx'
import { OnYourPages } from './on-your-pages.tsx'
import { reportVerdict } from './report-verdict.ts'
import { useInstallCheck } from './use-install-check.ts'

const MembersOnServer = lazy(() => import('#studio/members-on-server.tsx'))

/**
 * `/studio/install`: how to put a tenant's tags on a site, and a check that they work. `?on=` names the builder, `?tab=` the
 * part of the page; an address to check (`?url=`) opens its part.
 */
export default function InstallScreen() {
  useTenantInUrl(['url'])
  return (
    <RequireTenant title="Install">{(tenant) => <Install key={tenant.id} tenant={tenant} />}</RequireTenant>
  )
}

type TabId = 'install' | 'check' | 'advanced'

function Install({ tenant }: { tenant: TenantRow }) {
  const [query, setQuery] = useSearchParams()
  const check = useInstallCheck(tenant)
  const guide = findGuide(query.get('on'))
  const named = query.get('tab')
  const tab: TabId =
    named === 'install' || named === 'check' || named === 'advanced' ? named : check.url ? 'check' : 'install'
  function show(next: TabId) {
    setQuery(
      (before) => {
        const after = new URLSearchParams(before)
        after.set('tab', next)
        return after
      },
      { replace: true, preventScrollReset: true },
    )
  }
  return (
    <>
      <PageHead
        title="Install"
        badge={<ModeBadge mode={tenant.stripe_mode} />}
        text={`Put the blocks of ${tenant.name} on a site, and check that they work there.`}
      />
      <Tabs
        label="Install"
        value={tab}
        onChange={show}
        tabs={[
          {
            value: 'install',
            label: 'Install',
            content: (
              <div className="grid items-start gap-x-10 gap-y-6 lg:grid-cols-[184px_minmax(0,1fr)]">
                <Builders chosen={guide.id} query={query} />
                <div className="min-w-0">
                  <BuilderSteps guide={guide} tenant={tenant} />
                  <p className="mt-6 flex flex-wrap items-center gap-x-4 gap-y-2">
                    <Button onClick={() => show('check')}>Check your page</Button>
                    {check.report ? (
                      <span className="text-text-2">Last check: {reportVerdict(check.report)}</span>
                    ) : null}
                  </p>
                </div>
              </div>
            ),
          },
          {
            value: 'check',
            label: 'Check',
            content: (
              <div className="grid items-start gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_380px]">
                <CheckPage tenant={tenant} check={check} />
                <aside aria-label="Your tags" className="lg:sticky lg:top-20">
                  <BuilderCode guide={guide} tenant={tenant} />
                </aside>
              </div>
            ),
          },
          {
            value: 'advanced',
            label: 'Advanced',
            content: (
              <div className="max-w-[912px] space-y-10">
                <OnYourPages tenant={tenant} />
                <MoreCode tenant={tenant} />
                {tenant.public_key ? (
                  <Suspense fallback={<RowsSkeleton rows={3} />}>
                    <MembersOnServer publicKey={tenant.public_key} level={2} />
                  </Suspense>
                ) : null}
              </div>
            ),
          },
        ]}
      />
    </>
  )
}

/** The site builders, as links. */
function Builders({ chosen, query }: { chosen: string; query: URLSearchParams }) {
  const addressOf = (id: string) => {
    const next = new URLSearchParams(query)
    next.set('on', id)
    return `?${next}`
  }
  return (
    <nav aria-label="Where your site is made" className="lg:sticky lg:top-20">
      <ul className="grid gap-1 max-lg:grid-cols-2 max-lg:gap-2 sm:max-lg:grid-cols-4">
        {BUILDER_GUIDES.map(({ id, name }) => (
          <li key={id}>
            <Link
              to={addressOf(id)}
              replace
              preventScrollReset
              aria-current={id === chosen ? 'page' : undefined}
              className="flex min-h-10 items-center rounded-control px-3 font-medium text-text-2 hover:bg-hover hover:text-text aria-[current]:bg-subtle aria-[current]:text-text max-lg:border max-lg:border-line"
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

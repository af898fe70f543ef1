import '#ui/tabs/tabs.css'
import { type ComponentType, type LazyExoticComponent, type ReactNode, Suspense, use } from 'react'
import { Link, useLocation } from 'react-router'
import type { BlockManifest } from '#kernel/browser/block-manifest.ts'
import { KnownScreens } from '../routing/known-screens.ts'
import { RowsSkeleton } from '#ui/lists/skeletons.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { useActiveTabInView } from '#ui/tabs/use-active-tab-in-view.ts'
import { BlockPlanNotice } from './block-plan-notice.tsx'
import { RequireTenant } from './require-tenant.tsx'
import type { TenantRow } from './tenants.ts'
import { useTenantInUrl } from './use-tenant-in-url.ts'

/** A tab of a block's page, at a path of its own. */
export interface BlockTab {
  path: string
  title: string
  /** In place of the title, which is also the window's. */
  label?: string
  Component: LazyExoticComponent<ComponentType<{ tenant: TenantRow }>>
}

export interface BlockPageProps {
  title: string
  text: ReactNode
  /** A block that not every plan has. */
  block?: BlockManifest
  /** The first one is at the block's path in the navigation. */
  tabs: readonly BlockTab[]
  /** Query parameters that belong to a tenant and are removed when it changes. */
  own: readonly string[]
}

/** The page of a block for the tenant chosen in the header, with a tab for each part of its content. */
export function BlockPage({ title, text, block, tabs, own }: BlockPageProps) {
  useTenantInUrl(own)
  const { pathname } = useLocation()
  const known = use(KnownScreens)
  const current = tabs.find(({ path }) => path === pathname) ?? tabs[0]!
  const tabRow = useActiveTabInView<HTMLElement>(current.path)
  return (
    <>
      <PageHead title={title} text={text} />
      <nav ref={tabRow} aria-label={title} className="bb-tabs mb-6">
        {tabs
          .filter(({ path }) => known.includes(path))
          .map(({ path, title: name, label = name }) => (
            <Link
              key={path}
              to={path}
              className="bb-tab"
              aria-current={path === current.path ? 'page' : undefined}
            >
              {label}
            </Link>
          ))}
      </nav>
      <RequireTenant>
        {(tenant) => (
          <>
            {block ? <BlockPlanNotice block={block} tenant={tenant} /> : null}
            <Suspense key={`${tenant.id} ${current.path}`} fallback={<RowsSkeleton rows={5} />}>
              <current.Component tenant={tenant} />
            </Suspense>
          </>
        )}
      </RequireTenant>
    </>
  )
}

import { BlockPage } from '#studio/tenant/block-page.tsx'
import { lazy } from '#ui/lazy.tsx'
import { block } from '../block.ts'
import { TABS } from './tabs.ts'

const COMPONENTS = [
  lazy(() => import('./figures/figures-tab.tsx')),
  lazy(() => import('./live/live-tab.tsx')),
  lazy(() => import('./goals/goals-tab.tsx')),
  lazy(() => import('./settings/settings-tab.tsx')),
  lazy(() => import('./embed-tab.tsx')),
]

/** `/bolt/analytics`: what happens on a tenant's pages, beside its sales and members. */
export default function AnalyticsScreen() {
  return (
    <BlockPage
      title="Analytics"
      text="Visits of your pages, and what became of them. Without cookies."
      block={block}
      tabs={TABS.map((tab, at) => ({ ...tab, Component: COMPONENTS[at]! }))}
      own={['days', 'figure', 'source', 'country', 'device', 'browser', 'page', 'entry', 'event', 'campaign']}
    />
  )
}

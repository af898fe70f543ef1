import { lazy } from '#ui/lazy.tsx'
import { BlockPage } from '#studio/tenant/block-page.tsx'
import { TABS } from './tabs.ts'

const COMPONENTS = [lazy(() => import('./embed-tab.tsx'))]

/** `/bolt/tables`: the tenant's own tables, and their forms and lists for the site. */
export default function TablesScreen() {
  return (
    <BlockPage
      title="Tables"
      text="Collect what visitors send, and show it on your site."
      tabs={TABS.map((tab, at) => ({ ...tab, Component: COMPONENTS[at]! }))}
      own={[]}
    />
  )
}

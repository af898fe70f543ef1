import { BlockPage } from '#studio/tenant/block-page.tsx'
import { lazy } from '#ui/lazy.tsx'
import { TABS } from './tabs.ts'

const COMPONENTS = [lazy(() => import('./knowledge-tab.tsx')), lazy(() => import('./embed-tab.tsx'))]

/** `/bolt/assistant`: what a tenant's assistant knows, and the block for the site. */
export default function AssistantScreen() {
  return (
    <BlockPage
      title="Assistant"
      text="Answers visitors from your own sources, and only from what each of them may see."
      tabs={TABS.map((tab, at) => ({ ...tab, Component: COMPONENTS[at]! }))}
      own={[]}
    />
  )
}

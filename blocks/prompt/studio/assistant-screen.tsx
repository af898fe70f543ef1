import { BlockPage } from '#studio/tenant/block-page.tsx'
import { lazy } from '#ui/lazy.tsx'
import { block } from '../block.ts'
import { TABS } from './tabs.ts'

const COMPONENTS = [
  lazy(() => import('./knowledge/knowledge-tab.tsx')),
  lazy(() => import('./budget/budget-tab.tsx')),
  lazy(() => import('./conversations/conversations-tab.tsx')),
  lazy(() => import('./embed-tab.tsx')),
]

/** `/bolt/assistant`: what a tenant's assistants know, cost and were asked, and the block for the site. */
export default function AssistantScreen() {
  return (
    <BlockPage
      title="Assistant"
      text="Answers visitors from your own sources, and only from what each of them may see."
      block={block}
      tabs={TABS.map((tab, at) => ({ ...tab, Component: COMPONENTS[at]! }))}
      own={['assistant', 'part', 'source', 'conversation', 'of', 'q', 'show']}
    />
  )
}

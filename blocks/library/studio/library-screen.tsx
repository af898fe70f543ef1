import { BlockPage } from '#studio/tenant/block-page.tsx'
import { lazy } from '#ui/lazy.tsx'
import { block } from '../block.ts'
import { TABS } from './tabs.ts'

const COMPONENTS = [lazy(() => import('./items/items-tab.tsx')), lazy(() => import('./embed-tab.tsx'))]

/** `/bolt/library`: a tenant's articles, media and courses, and the block for the site. */
export default function LibraryScreen() {
  return (
    <BlockPage
      title="Library"
      text="Articles, media and courses for the audiences that you choose."
      block={block}
      tabs={TABS.map((tab, at) => ({ ...tab, Component: COMPONENTS[at]! }))}
      own={['item', 'product', 'part', 'q', 'kind', 'state', 'tag']}
    />
  )
}

import { lazy } from '#ui/lazy.tsx'
import { BlockPage } from '#studio/tenant/block-page.tsx'
import { TABS } from './tabs.ts'

const COMPONENTS = [lazy(() => import('./embed-tab.tsx'))]

/** `/bolt/library`: the block for the site. */
export default function LibraryScreen() {
  return (
    <BlockPage
      title="Library"
      text="Articles, media and courses for the audiences that you choose."
      tabs={TABS.map((tab, at) => ({ ...tab, Component: COMPONENTS[at]! }))}
      own={[]}
    />
  )
}

import { BlockPage } from '#studio/tenant/block-page.tsx'
import { lazy } from '#ui/lazy.tsx'
import { block } from '../block.ts'
import { TABS } from './tabs.ts'

const COMPONENTS = [
  lazy(() => import('./events/events-tab.tsx')),
  lazy(() => import('./attendees/attendees-tab.tsx')),
  lazy(() => import('./messages/messages-tab.tsx')),
  lazy(() => import('./check-in/check-in-tab.tsx')),
  lazy(() => import('./embed-tab.tsx')),
]

/** `/bolt/tickets`: a tenant's events, who comes, and the block for the site. */
export default function TicketsScreen() {
  return (
    <BlockPage
      title="Tickets"
      text="Events on your sites, and who comes to them."
      block={block}
      tabs={TABS.map((tab, at) => ({ ...tab, Component: COMPONENTS[at]! }))}
      own={['event', 'part', 'order', 'of', 'q', 'write']}
    />
  )
}

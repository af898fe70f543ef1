import type { ComponentType, LazyExoticComponent } from 'react'
import type { TenantTab } from './tenant/tenant-tab.ts'

/**
 * Who may open a screen. `login`: signed-in users; others are redirected to /auth with `next`. `active`:
 * users with access; others are redirected to /bolt/pricing. `paid`: like `active`, but renders nothing while
 * access is checked. Guards only avoid screens that cannot work: the server authorizes every call.
 */
export type GuardName = 'public' | 'login' | 'active' | 'paid'

/** One route. A feature or block exports its list of routes from `studio/screens.tsx`. */
export interface Screen {
  /** Path pattern of React Router, for example `/bolt/blocks/:id`. */
  path: string
  /** Title of the window, without the product's name. */
  title: string
  Component: LazyExoticComponent<ComponentType>
  guard: GuardName
  /** `bare` renders without header and navigation. */
  frame?: 'bare'
  /** Sends no queries, so a visitor's first page load stays small (DESIGN section 10). */
  light?: true
}

/** A block's entry in the navigation, below Blocks. */
export interface BlockNav {
  label: string
  /** What the block's pages are for, on the overview. */
  text: string
  /** The block's first page; its other pages are below this path. */
  path: string
  /** Entries are sorted by this number. */
  order: number
}

/** What a block adds to the Studio; exported from its `studio/screens.tsx`. */
export interface BlockStudio {
  nav?: BlockNav
  screens?: readonly Screen[]
  /** Tabs of Tenant Settings. */
  tabs?: readonly TenantTab[]
}

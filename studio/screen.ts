import type { ComponentType, LazyExoticComponent } from 'react'
import type { NamedBlock } from '#kernel/browser/snippet.ts'
import type { TenantRight } from '#kernel/browser/staff-rights.ts'
import type { TenantTab } from './tenant/tenant-tab.ts'
import type { TenantRow } from './tenant/tenants.ts'

/**
 * Who may open a screen. `login`: signed-in users; others are redirected to /auth with `next`. `active`:
 * users with access; others are redirected to /bolt/pricing. `paid`: like `active`, but renders nothing while
 * access is checked. A right: users whose role on the chosen tenant includes it; others read so in place of the screen, and the
 * navigation does not offer it. Every screen about a tenant names its right. Guards only avoid screens that cannot work: the
 * server authorizes every call.
 */
export type GuardName = 'public' | 'login' | 'active' | 'paid' | TenantRight

/** One route. A feature or block exports its list of routes from `studio/screens.tsx`. */
export interface Screen {
  /** Path pattern of React Router, for example `/bolt/blocks/:id`. */
  path: string
  /** Title of the window, without the product's name. */
  title: string
  Component: LazyExoticComponent<ComponentType>
  guard: GuardName
  /** With the guard `active` or `paid`: staff of the chosen tenant open it with the plan of its owner. */
  ownersPlan?: true
  /** `bare` renders without header and navigation. */
  frame?: 'bare'
  /** Sends no queries, so a visitor's first page load stays small (DESIGN section 10). */
  light?: true
}

/** A screen of a block is about the chosen tenant, so its guard is a right. */
export interface BlockScreen extends Screen {
  guard: TenantRight
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

/** What a tenant has of a block, as text for the overview. */
export interface KindUsage {
  /** A block that is not in use yet is offered under **Add a block**. */
  isInUse: boolean
  state: { tone: 'ok' | 'warn' | 'neutral'; label: string }
  /** For example `3 products`. */
  count: string
}

/** A tag of starter content, with a title. */
export type StarterTag = NamedBlock & { title: string }

/** What the overview of the blocks needs from one of them; listed in `blocks/kinds.ts`. */
export interface BlockKind {
  /** What the block does on a site, in one or two sentences. */
  pitch: string
  readUsage: (tenant: TenantRow) => Promise<KindUsage>
  /**
   * Creates content to start with, once. Absent if the block works without.
   * @returns tags that show it, if the block's own tag does not
   */
  createStarter?: (tenant: TenantRow) => Promise<readonly StarterTag[] | void>
}

/** What a block adds to the Studio; exported from its `studio/screens.tsx`. */
export interface BlockStudio {
  nav?: BlockNav
  screens?: readonly BlockScreen[]
  /** Tabs of Tenant Settings. */
  tabs?: readonly TenantTab[]
}

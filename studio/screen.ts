import type { ComponentType, LazyExoticComponent } from 'react'

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

import type { ComponentType, LazyExoticComponent } from 'react'

/**
 * Who may open a screen. `login`: anybody signed in, others go to /auth with `next`. `active`: signed in and with
 * access, others go to /bolt/pricing. `paid`: the same, and nothing renders while the answer is on its way.
 * The server decides again on every call; a guard only spares people a screen that cannot work.
 */
export type GuardName = 'public' | 'login' | 'active' | 'paid'

/** One line of the route table. A unit exports a list of them from `studio/screens.tsx`. */
export interface Screen {
  /** Path pattern of React Router, for example `/bolt/blocks/:id`. */
  path: string
  /** What the window is called, without the product's name. */
  title: string
  Component: LazyExoticComponent<ComponentType>
  guard: GuardName
  /** `bare` stands without header and navigation. */
  frame?: 'bare'
  /** Asks the server for nothing, so that a stranger's first visit loads little (DESIGN section 10). */
  light?: true
}

import type { Page } from './page.ts'

/**
 * The page's state in the first chunk, which fills it when it starts. The second chunk receives it as a parameter,
 * because it must not contain state of its own.
 */
export const page = {
  mounts: [],
  codes: {},
  signedIn: {},
  look: {},
} as Partial<Page> as Page

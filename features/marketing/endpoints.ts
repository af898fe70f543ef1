import { endpoint } from '#kernel/browser/endpoint.ts'
import type { SiteLook } from '#kernel/browser/theme/site-look.ts'

export interface SiteLookResponse {
  /** The address that was read, complete. */
  site: string
  /** Its host, for display. */
  host: string
  look: SiteLook
}

/**
 * Reads a public page and its first style sheets once, as a visitor without cookies would, and returns its colors,
 * font and corners.
 */
export const readLook = endpoint<{ site: string }, SiteLookResponse>('GET', '/site-look')

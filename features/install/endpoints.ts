import { endpoint } from '#kernel/browser/endpoint.ts'
import type { Finding } from '#kernel/browser/finding.ts'
import type { Release } from '#kernel/browser/snippet.ts'

/** One finding about a tag on a page, with the fix that the Studio can apply right away. */
export interface InstallFinding extends Finding {
  /** An origin to add to the tenant's list of sites. */
  list?: string | undefined
}

/** What keeps a tenant's blocks from working on a page, or that nothing does. */
export interface InstallReport {
  /** The requested address, normalized. */
  asked: string
  /** The final address of the page, after redirects. */
  url: string
  /** ISO 8601. */
  checked_at: string
  findings: InstallFinding[]
  /** The site builder that made the page, if it can be detected, and how to paste a tag there. */
  builder: { name: string; steps: string } | null
}

/**
 * Opens a page as a visitor would, finds the tags on it, and reports what is wrong with them for this tenant.
 * Owner only.
 * 400 `url_refused`, 422 `site_not_read`, 429 `busy`
 */
export const checkInstallation = endpoint<{ tenant_id: string; url: string }, InstallReport>(
  'POST',
  '/check-installation',
)

/**
 * The newest published script tag, for pages that pin a version; null before the first release. Any API key
 * may call it.
 */
export const newestRelease = endpoint<object, { release: Release | null }>('GET', '/embed-release')

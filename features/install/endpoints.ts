import { endpoint } from '#kernel/browser/endpoint.ts'
import type { Finding } from '#kernel/browser/finding.ts'
import type { Release } from '#kernel/browser/snippet.ts'

/** One thing about a tag on a page, with what the Studio can do about it at once. */
export interface InstallFinding extends Finding {
  /** An origin that is to be put on the tenant's list of sites. */
  list?: string | undefined
}

/** What stands in the way of a tenant's blocks on a page, or that nothing does. */
export interface InstallReport {
  /** The address that was asked for, as it was understood. */
  asked: string
  /** Where the page was at last, after redirects. */
  url: string
  /** ISO 8601. */
  checked_at: string
  findings: InstallFinding[]
  /** The program that the site was made with, if it shows, and the way to paste a tag there. */
  builder: { name: string; steps: string } | null
}

/**
 * Opens a page as a visitor would, finds the tags on it, and says what is wrong with them for this tenant. For its owner.
 * 400 `url_refused`, 422 `site_not_read`, 429 `busy`
 */
export const checkInstallation = endpoint<{ tenant_id: string; url: string }, InstallReport>(
  'POST',
  '/check-installation',
)

/** The newest published script tag, for pages that pin it; null before the first one. For everybody with a key. */
export const newestRelease = endpoint<object, { release: Release | null }>('GET', '/embed-release')

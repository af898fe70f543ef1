import { endpoint } from '#kernel/browser/endpoint.ts'
import type { Finding } from '#kernel/browser/finding.ts'

/** The result of a check, without the page itself. */
export interface Report {
  /** The final address of the page, after redirects. */
  url: string
  /** The addresses before it, starting with the requested one. */
  hops: string[]
  /** The HTTP status. */
  status: number
  /** Response headers by name; cookie values are removed. */
  headers: Record<string, string>
  /** Findings about the site itself. */
  site: Finding[]
  /** Findings about our blocks on it. */
  blocks: Finding[]
  /** The site builder that made the page, if it can be detected. */
  builder: { name: string; steps: string } | null
}

/** A stored check, as one row of a list. */
export interface StoredCheck {
  id: string
  /** The requested address. */
  url: string
  /** ISO 8601. */
  checked_at: string
  passed: number
  total: number
}

export interface CheckAnswer extends Report {
  /** The page's text, at most 200,000 characters. It is untrusted: show it as text only. */
  html: string
  /** True if the page is longer. */
  truncated: boolean
  /** ISO 8601. */
  checked_at: string
  /** Id of the stored check; null for visitors, whose checks are not stored. */
  id: string | null
}

/**
 * Reads a public page once, as a visitor without cookies would, and reports what its headers and HTML mean.
 */
export const fetchHeaders = endpoint<{ url: string }, CheckAnswer>('POST', '/fetch-headers')

/** The caller's own checks, newest first. */
export const listChecks = endpoint<object, { checks: StoredCheck[] }>('GET', '/trust-checks')

/** One of the caller's checks. 404 `check_not_found` */
export const readCheck = endpoint<{ id: string }, { check: StoredCheck; report: Report }>(
  'GET',
  '/trust-check',
)

/** Deletes one of them, or all. */
export const removeChecks = endpoint<{ id?: string }, { removed: true }>('DELETE', '/trust-checks')

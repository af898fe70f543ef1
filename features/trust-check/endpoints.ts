import { endpoint } from '#kernel/browser/endpoint.ts'
import type { Finding } from '#kernel/browser/finding.ts'

/** What a check found, without the page itself. */
export interface Report {
  /** Where the page was at last, after redirects. */
  url: string
  /** Addresses on the way there, the asked one first. */
  hops: string[]
  /** Of HTTP. */
  status: number
  /** Headers of the answer, by name; values of cookies are left out. */
  headers: Record<string, string>
  /** Of the site by itself. */
  site: Finding[]
  /** Of our blocks on it. */
  blocks: Finding[]
  /** The program that the site was made with, if it shows. */
  builder: { name: string; steps: string } | null
}

/** A check that was kept, as a line of a list. */
export interface KeptCheck {
  id: string
  /** The address that was asked for. */
  url: string
  /** ISO 8601. */
  checked_at: string
  passed: number
  total: number
}

export interface CheckAnswer extends Report {
  /** The page's own text, at most 200,000 characters: hostile, to be shown as text only. */
  html: string
  /** True where the page goes on after it. */
  truncated: boolean
  /** ISO 8601. */
  checked_at: string
  /** Of the kept check; null for visitors, whose checks are not kept. */
  id: string | null
}

/** Reads a public page once, as a visitor without cookies would, and says what its headers and its HTML mean. */
export const fetchHeaders = endpoint<{ url: string }, CheckAnswer>('POST', '/fetch-headers')

/** The caller's own checks, the newest first. */
export const listChecks = endpoint<object, { checks: KeptCheck[] }>('GET', '/trust-checks')

/** One of them. 404 `check_not_found` */
export const readCheck = endpoint<{ id: string }, { check: KeptCheck; report: Report }>('GET', '/trust-check')

/** Forgets one of them, or all. */
export const removeChecks = endpoint<{ id?: string }, { removed: true }>('DELETE', '/trust-checks')

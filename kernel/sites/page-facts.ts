import { type Policy, parsePolicies } from './policy/policy.ts'
import { type FoundSnippet, findSnippet } from './found-snippet.ts'
import { type Tag, tagsOf } from './tags.ts'
import type { Visit } from './visit.ts'

/** A policy in effect on the page, and where it is declared. */
export interface HeldPolicy {
  where: 'header' | 'meta'
  policy: Policy
}

/** The facts that all findings are based on. */
export interface PageFacts {
  url: URL
  hops: string[]
  status: number
  header: (name: string) => string | undefined
  html: string
  tags: readonly Tag[]
  policies: readonly HeldPolicy[]
  snippet: FoundSnippet
}

/** Extracts from a page, once, everything that the findings judge. */
export function pageFacts(visit: Visit): PageFacts {
  const { url, hops, status, headers, html } = visit
  const header = (name: string) => headers.get(name) ?? undefined
  const tags = tagsOf(html)
  return {
    url,
    hops,
    status,
    header,
    html,
    tags,
    policies: [
      ...parsePolicies(header('content-security-policy') ?? '').map((policy) => ({
        where: 'header' as const,
        policy,
      })),
      ...metaPolicies(tags).map((policy) => ({ where: 'meta' as const, policy })),
    ],
    snippet: findSnippet(html, tags, url),
  }
}

/** Maximum characters of all policies in a page's tags, like the limit for headers. A page with more is malicious. */
const MOST_POLICY = 16_384

/** Directives that are ignored in a meta tag. */
const HEADER_ONLY = ['frame-ancestors', 'report-uri', 'report-to', 'sandbox']

function metaPolicies(tags: readonly Tag[]): Policy[] {
  let read = 0
  return tags
    .filter(
      ({ name, attributes }) =>
        name === 'meta' && attributes.get('http-equiv')?.trim().toLowerCase() === 'content-security-policy',
    )
    .map(({ attributes }) => attributes.get('content') ?? '')
    .filter((content) => (read += content.length) <= MOST_POLICY)
    .flatMap(parsePolicies)
    .map((policy) => new Map([...policy].filter(([name]) => !HEADER_ONLY.includes(name))))
    .filter((policy) => policy.size > 0)
}

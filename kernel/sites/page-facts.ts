import { type Policy, parsePolicies } from './policy/policy.ts'
import { type FoundSnippet, findSnippet } from './found-snippet.ts'
import { type Tag, tagsOf } from './tags.ts'
import type { Visit } from './visit.ts'

/** A policy that holds on the page, and where it is said. */
export interface HeldPolicy {
  where: 'header' | 'meta'
  policy: Policy
}

/** What the findings are made of. */
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

/** Reads out of a page, once, what all findings judge. */
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

/** Characters of all policies in a page's tags, as many as headers may have. Pages with more are made to be hard to judge. */
const MOST_POLICY = 16_384

/** In a page these directives mean nothing. */
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

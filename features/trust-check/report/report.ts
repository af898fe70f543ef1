import { bounded } from '#kernel/sites/bounded.ts'
import { findBuilder } from '#kernel/sites/builder.ts'
import { pageFacts } from '#kernel/sites/page-facts.ts'
import type { Visit } from '#kernel/sites/visit.ts'
import type { Report } from '../endpoints.ts'
import { type Ours, blockFindings } from './block-findings.ts'
import { siteFindings } from './site-findings.ts'

/** Length limits in characters. A report quotes the page, and a hostile page could make it huge. */
const MOST_URL = 4096

/** Everything the server learned from reading the page. */
export async function makeReport(visit: Visit, ours: Ours): Promise<Report> {
  const facts = pageFacts(visit)
  return {
    url: visit.url.href.slice(0, MOST_URL),
    hops: visit.hops.map((hop) => hop.slice(0, MOST_URL)),
    status: visit.status,
    headers: headerMap(visit.headers),
    site: siteFindings(facts).map(bounded),
    blocks: (await blockFindings(facts, ours)).map(bounded),
    builder: findBuilder(facts.html, facts.tags, facts.header),
  }
}

/**
 * Converts headers to a map that hostile names cannot corrupt (`__proto__` is a name like any other). Cookie
 * values are removed because they are private to the site.
 */
function headerMap(headers: Headers): Record<string, string> {
  const map = new Map<string, string>()
  for (const [name, value] of headers) {
    const shown = name === 'set-cookie' ? value.replace(/=[^;]*/, '=…') : value
    map.set(name, map.has(name) ? `${map.get(name)}\n${shown}` : shown)
  }
  return Object.fromEntries(map)
}

import { bounded } from '#kernel/sites/bounded.ts'
import { findBuilder } from '#kernel/sites/builder.ts'
import { pageFacts } from '#kernel/sites/page-facts.ts'
import type { Visit } from '#kernel/sites/visit.ts'
import type { Report } from '../endpoints.ts'
import { type Ours, blockFindings } from './block-findings.ts'
import { siteFindings } from './site-findings.ts'

/** Characters. What is told follows the page, and a page may be made to have much told. */
const MOST_URL = 4096

/** Everything a visit tells. */
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
 * Headers as a map that names from strangers cannot bend (`__proto__` is a name like others). What a cookie says is
 * the site's own affair.
 */
function headerMap(headers: Headers): Record<string, string> {
  const map = new Map<string, string>()
  for (const [name, value] of headers) {
    const shown = name === 'set-cookie' ? value.replace(/=[^;]*/, '=…') : value
    map.set(name, map.has(name) ? `${map.get(name)}\n${shown}` : shown)
  }
  return Object.fromEntries(map)
}

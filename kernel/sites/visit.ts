import type { GuardedFetch } from '#kernel/net/guarded-fetch.ts'
import { OutboundError } from '#kernel/net/guarded-fetch.ts'

/** Steps after the first address. */
const MOST_HOPS = 5
/** Characters of the address that a step leads to; as many as may be typed. All addresses of a page count from its own. */
const MOST_ADDRESS = 2048
/** Milliseconds for all of them together. */
const TIMEOUT = 10_000

/** A page as a visitor without cookies got it. */
export interface Visit {
  url: URL
  /** Addresses on the way, the first asked one first; empty where it answered itself. */
  hops: string[]
  status: number
  headers: Headers
  html: string
}

/**
 * Asks for a page and follows where it leads, at most five steps, each of them checked like the first. The site sees a
 * fixed agent and nothing of whoever asked.
 * @throws {OutboundError}
 */
export async function visitSite(fetch: GuardedFetch, first: URL, agent: string): Promise<Visit> {
  const signal = AbortSignal.timeout(TIMEOUT)
  const headers = { 'user-agent': agent, accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.1' }
  const hops: string[] = []
  let url = fetch.check(first)
  for (;;) {
    const answer = await fetch(url, { headers, signal }).catch(withInvalidStatus)
    if (answer instanceof OutboundError)
      return { url, hops, status: answer.status!, headers: answer.headers!, html: '' }
    const to = answer.status >= 300 && answer.status < 400 ? answer.headers.get('location') : null
    if (to === null)
      return { url, hops, status: answer.status, headers: answer.headers, html: await pageText(answer) }
    hops.push(url.href)
    if (hops.length > MOST_HOPS) throw new OutboundError('The address leads on and on')
    const next = URL.parse(to, url)
    if (next) next.hash = ''
    if (!next || next.href.length > MOST_ADDRESS) throw new OutboundError('The address leads nowhere')
    url = fetch.check(next)
  }
}

/** A page whose status HTTP does not define (some sites send 999) is a finding like any other error page. */
function withInvalidStatus(error: unknown): OutboundError {
  if (error instanceof OutboundError && error.headers) return error
  throw error
}

/**
 * The text of a page in its own encoding; of anything else that is no page, nothing. A NUL is read as browsers read it
 * in a value (HTML, "unexpected-null-character"): the database takes none, and would refuse what a page names.
 */
async function pageText(answer: Response): Promise<string> {
  const type = answer.headers.get('content-type') ?? 'text/html'
  if (!/^\s*(text\/html|application\/xhtml\+xml)\b/i.test(type)) return ''
  const bytes = await answer.arrayBuffer()
  const named = /charset\s*=\s*"?([\w.:-]{1,40})/i.exec(type)?.[1] ?? 'utf-8'
  return decoderOf(named).decode(bytes).replaceAll('\0', '\ufffd')
}

function decoderOf(label: string): TextDecoder {
  try {
    return new TextDecoder(label)
  } catch {
    return new TextDecoder()
  }
}

import type { GuardedFetch } from '#kernel/net/guarded-fetch.ts'
import { OutboundError } from '#kernel/net/guarded-fetch.ts'

/** Maximum redirects after the first URL. */
const MOST_HOPS = 5
/** Maximum characters of a redirect's URL, as for typed ones. All relative URLs of a page are resolved against it. */
const MOST_ADDRESS = 2048
/** Milliseconds for all redirects together. */
const TIMEOUT = 10_000

/** A page as a visitor without cookies receives it. */
export interface Visit {
  url: URL
  /** URLs of the redirects, starting with the requested one; empty if there was none. */
  hops: string[]
  status: number
  headers: Headers
  html: string
}

/**
 * Fetches a page and follows at most five redirects, each checked like the first URL. The site sees a fixed user agent
 * and nothing of the caller.
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

/** A page whose status HTTP does not define (some sites send 999) is reported like any other error page. */
function withInvalidStatus(error: unknown): OutboundError {
  if (error instanceof OutboundError && error.headers) return error
  throw error
}

/**
 * The page's text, decoded by its own encoding; empty if the response is not a page. A NUL is decoded as browsers do
 * for values (HTML, "unexpected-null-character"), because the database would reject it.
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

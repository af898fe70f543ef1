import type { PageFacts } from '#kernel/sites/page-facts.ts'
import { isLocalOrigin } from '#kernel/tenancy.ts'
import type { InstallFinding } from '../endpoints.ts'

/** Checks whether the address serves the page that visitors see, over HTTPS. */
export function pageFinding({ url, hops, status, html }: PageFacts): InstallFinding {
  const finding = { id: 'page', title: 'Page' }
  if (status === 401 || status === 403)
    return {
      ...finding,
      state: 'fail',
      verdict: 'Locked',
      text: `The page returns ${status}. It needs a password or blocks robots. Publish it, or check a public page.`,
    }
  if (status >= 400)
    return {
      ...finding,
      state: 'fail',
      verdict: `Returns ${status}`,
      text: `The address returns ${status}, so visitors do not see this page. Check the address, and publish the page.`,
    }
  if (!html)
    return {
      ...finding,
      state: 'fail',
      verdict: 'Not a page',
      text: 'The address does not return an HTML page.',
    }
  if (url.protocol === 'http:' && !isLocalOrigin(url.origin))
    return {
      ...finding,
      state: 'fail',
      verdict: 'Use HTTPS',
      text: 'The page is not encrypted. Browsers offer no passkeys or wallets there, and anyone on the network can change it. Get a certificate and redirect to `https://`.',
    }
  const first = URL.parse(hops[0] ?? '')
  if (first && first.host !== url.host)
    return {
      ...finding,
      state: 'info',
      verdict: 'Redirects',
      text: `\`${first.origin}\` redirects to \`${url.origin}\`. Visitors see the blocks there, so list that site.`,
    }
  const upgraded = first?.protocol === 'http:' && url.protocol === 'https:'
  return {
    ...finding,
    state: 'pass',
    verdict: 'Pass',
    text: upgraded ? 'The page is public, and `http://` redirects to `https://`.' : 'The page is public.',
  }
}

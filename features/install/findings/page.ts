import type { PageFacts } from '#kernel/sites/page-facts.ts'
import { isLocalOrigin } from '#kernel/tenancy.ts'
import type { InstallFinding } from '../endpoints.ts'

/** Whether the address answers with the page that visitors see, and safely. */
export function pageFinding({ url, hops, status, html }: PageFacts): InstallFinding {
  const finding = { id: 'page', title: 'Page' }
  if (status === 401 || status === 403)
    return {
      ...finding,
      state: 'fail',
      verdict: 'Locked',
      text: `The page answers ${status}: it asks for a password or keeps robots out. Publish it, or check a page that everybody may open.`,
    }
  if (status >= 400)
    return {
      ...finding,
      state: 'fail',
      verdict: `Answers ${status}`,
      text: `The address answers ${status}, so this is not the page that visitors see. Check the address, and whether the page is published.`,
    }
  if (!html) return { ...finding, state: 'fail', verdict: 'No page', text: 'What is there is no HTML page.' }
  if (url.protocol === 'http:' && !isLocalOrigin(url.origin))
    return {
      ...finding,
      state: 'fail',
      verdict: 'Use HTTPS',
      text: 'The page is served in the clear: browsers offer no passkeys and no wallets there, and anybody on the way can change it. Get a certificate and redirect to `https://`.',
    }
  const first = URL.parse(hops[0] ?? '')
  if (first && first.host !== url.host)
    return {
      ...finding,
      state: 'info',
      verdict: 'Redirects',
      text: `\`${first.origin}\` leads to \`${url.origin}\`: that is where visitors see the blocks, and the site to list.`,
    }
  const upgraded = first?.protocol === 'http:' && url.protocol === 'https:'
  return {
    ...finding,
    state: 'pass',
    verdict: 'Pass',
    text: upgraded ? 'It opens, and `http://` leads to `https://`.' : 'It opens for everybody.',
  }
}

import type { Finding } from '#kernel/browser/finding.ts'
import type { PageFacts } from '#kernel/sites/page-facts.ts'
import { LINES, policyFinding } from '#kernel/sites/policy-finding.ts'
import type { Need } from '#kernel/sites/policy/amend.ts'
import { checkoutSignals } from './checkout-signals.ts'

/** Half a year, in seconds. Browsers forget a shorter rule between two visits. */
const LONG_ENOUGH = 15_768_000
const HSTS_FIX = {
  name: 'Response header',
  code: 'strict-transport-security: max-age=31536000; includeSubDomains',
}

/** Findings about taking payments on a site, from its response, independent of our blocks. */
export function siteFindings(facts: PageFacts): Finding[] {
  return [https(facts), hsts(facts), cspPresent(facts), cardProvider(facts), hostedCheckout(facts)]
}

function https({ url, hops }: PageFacts): Finding {
  const finding = { id: 'https', title: 'HTTPS' }
  const plain = [...hops.slice(1), url.href].some((one) => one.startsWith('http:'))
  if (url.protocol === 'http:')
    return {
      ...finding,
      state: 'fail',
      verdict: 'Use HTTPS',
      text: 'The page is not encrypted. Anyone on the network can read and change it. Get a certificate and redirect to `https://`.',
    }
  if (plain)
    return {
      ...finding,
      state: 'warn',
      verdict: 'Use HTTPS',
      text: 'The page is encrypted, but a redirect to it is not. Redirect to `https://` directly.',
    }
  const upgraded = hops[0]?.startsWith('http:') ? ' Plain `http://` redirects to it.' : ''
  return {
    ...finding,
    state: 'pass',
    verdict: 'Pass',
    text: `The page is served over an encrypted connection.${upgraded}`,
  }
}

function hsts({ url, header }: PageFacts): Finding {
  const finding = { id: 'hsts', title: 'HSTS header' }
  const sent = header('strict-transport-security')
  const add = (text: string): Finding => ({
    ...finding,
    state: 'warn',
    verdict: 'Add HSTS',
    text,
    fixes: [HSTS_FIX],
  })
  if (!sent) return add('Add `strict-transport-security` so that browsers never try plain HTTP.')
  if (url.protocol === 'http:')
    return add('Browsers ignore `strict-transport-security` on a page that is not encrypted.')
  // Browsers use only the first of several headers (RFC 6797, 8.1).
  const age = /(?:^|;)\s*max-age\s*=\s*"?(\d+)"?\s*(?:;|$)/i.exec(sent.split(',')[0]!)?.[1]
  if (age === undefined)
    return add('`strict-transport-security` is sent without a `max-age`, so browsers ignore it.')
  if (Number(age) === 0) return add('`max-age=0` tells browsers to forget the rule.')
  if (Number(age) < LONG_ENOUGH) return add(`The rule lasts ${days(Number(age))} only. Use a year.`)
  return {
    ...finding,
    state: 'pass',
    verdict: 'Pass',
    text: 'Browsers remember to use the encrypted page only.',
  }
}

const days = (seconds: number) =>
  seconds < 86_400 ? 'less than a day' : `${Math.floor(seconds / 86_400)} days`

function cspPresent({ policies, header }: PageFacts): Finding {
  const finding = { id: 'csp', title: 'CSP present' }
  if (!policies.length)
    return {
      ...finding,
      state: 'warn',
      verdict: 'No CSP',
      text: header('content-security-policy-report-only')
        ? 'The content security policy is report-only, so it blocks nothing.'
        : 'No content security policy is sent, so an injected script can load from anywhere.',
    }
  const weak = weakSources(
    policies.map(({ policy }) => policy.get('script-src') ?? policy.get('default-src')),
  )
  const where = policies.some((held) => held.where === 'header') ? 'with the page' : 'in the page itself'
  return {
    ...finding,
    state: 'pass',
    verdict: 'Pass',
    text: `A content security policy is sent ${where}.${weak ? ` It is weakened by ${weak}.` : ''}`,
  }
}

/** Script sources that every policy of the page allows: browsers block what any one policy forbids. */
function weakSources(lists: (string[] | undefined)[]): string {
  const strict = lists.some((list) => list?.some((word) => /^'(nonce-|sha\d{3}-)/i.test(word)))
  return ["'unsafe-inline'", "'unsafe-eval'"]
    .filter((word) => lists.every((list) => !list || list.includes(word)))
    .filter((word) => word !== "'unsafe-inline'" || !strict)
    .map((word) => `\`${word}\``)
    .join(' and ')
}

/** The provider's own list: https://docs.stripe.com/security/guide#content-security-policy */
const PROVIDER: Need[] = [
  {
    directive: 'script-src-elem',
    url: new URL('https://js.stripe.com/v3/'),
    source: 'https://js.stripe.com',
  },
  { directive: 'frame-src', url: new URL('https://js.stripe.com/v3/'), source: 'https://js.stripe.com' },
  { directive: 'frame-src', url: new URL('https://hooks.stripe.com/'), source: 'https://hooks.stripe.com' },
  { directive: 'connect-src', url: new URL('https://api.stripe.com/'), source: 'https://api.stripe.com' },
]

function cardProvider(facts: PageFacts): Finding {
  const finding = policyFinding(facts, PROVIDER, {
    id: 'card-provider',
    title: 'CSP allows the card provider',
    free: 'No policy blocks Stripe.',
    passed: 'Scripts, frames and requests of `js.stripe.com` may load.',
    blocked: 'keeps Stripe out',
  })
  if (finding.state === 'pass') return finding
  const { providerScript } = checkoutSignals(facts.tags, facts.snippet, facts.url)
  return providerScript
    ? finding
    : {
        ...finding,
        state: 'warn',
        // Suggest no complete policy: pasting it would replace the one that our blocks need.
        fixes: finding.fixes?.filter(({ name }) => name === LINES),
        text: `${finding.text} Only pages that run Stripe's script themselves need it: our pay block runs it in our own frame.`,
      }
}

function hostedCheckout({ tags, snippet, url, html }: PageFacts): Finding {
  const finding = { id: 'checkout', title: 'Hosted-checkout signals in the HTML' }
  const { hosted, ownFields } = checkoutSignals(tags, snippet, url)
  if (ownFields)
    return {
      ...finding,
      state: 'fail',
      verdict: 'Card fields',
      text: 'The page itself has fields for card numbers, so its operator must meet full PCI DSS. Use a hosted checkout instead.',
    }
  if (hosted.length)
    return {
      ...finding,
      state: 'pass',
      verdict: 'Pass',
      text: `Visitors enter cards on the provider's page. Found: ${hosted.join(', ')}.`,
    }
  return {
    ...finding,
    state: 'info',
    verdict: 'None found',
    text: html
      ? 'The HTML does not show how this page accepts cards. Scripts may add it later.'
      : 'The address does not return an HTML page.',
  }
}

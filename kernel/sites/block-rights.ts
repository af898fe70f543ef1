import type { Finding } from '#kernel/browser/finding.ts'
import type { PaymentMode } from '../config.ts'
import type { PageFacts } from './page-facts.ts'
import type { Need } from './policy/amend.ts'
import { frameFaults } from './policy/frame-rights.ts'
import { policyFinding } from './policy-finding.ts'

/** Origins of the script and the frames, by mode. */
export type OurOrigins = Record<PaymentMode, string>

/** Our hosts that the page's own tags name; without such tags, those of a tag yet to be pasted. */
function hostsOf({ snippet }: PageFacts, origins: OurOrigins): string[] {
  const known = [...new Set(Object.values(origins))]
  const used = known.filter((origin) => snippet.scripts.some((script) => script.origin === origin))
  return used.length ? used : known
}

/** Checks that all policies of the page let the script and its frames load. */
export function blocksAllowed(facts: PageFacts, origins: OurOrigins): Finding {
  const needs = hostsOf(facts, origins).flatMap((source): Need[] => {
    const own = facts.snippet.scripts.find(({ origin }) => origin === source)
    return [
      {
        directive: 'script-src-elem',
        url: new URL(own?.src ?? `${source}/v1/bb.js`),
        source,
        nonce: own?.nonce,
      },
      { directive: 'frame-src', url: new URL(`${source}/embed/pay`), source },
    ]
  })
  return policyFinding(facts, needs, {
    id: 'blocks-csp',
    title: 'CSP allows our blocks',
    free: 'No policy blocks the script or its frames.',
    passed: 'The script and its frames may load.',
    blocked: 'keeps our blocks out',
  })
}

/** Checks that the page's policies let the script report visits. Blocks work without it. */
export function measuringAllowed(facts: PageFacts, origins: OurOrigins): Finding {
  const needs = hostsOf(facts, origins).map((source): Need => ({
    directive: 'connect-src',
    url: new URL(`${source}/functions/v1/analytics-events`),
    source,
  }))
  const finding = policyFinding(facts, needs, {
    id: 'measuring-csp',
    title: 'CSP allows analytics',
    free: 'No policy blocks the reports of visits.',
    passed: 'Visits may be reported.',
    blocked: 'keeps the reports of visits out',
  })
  return finding.state === 'fail' ? { ...finding, state: 'warn' } : finding
}

const SANDBOX = ['allow-scripts', 'allow-same-origin', 'allow-popups', 'allow-forms']

/** Checks that the page's other headers leave frames, windows and wallets the permissions that blocks need. */
export function framesAllowed(facts: PageFacts, origins: OurOrigins): Finding {
  const finding = { id: 'blocks-frames', title: 'Frames and windows of blocks' }
  const faults = frameFaults(facts.header, hostsOf(facts, origins)[0]!)
  for (const { policy } of facts.policies) {
    const lacks = policy.has('sandbox')
      ? SANDBOX.filter((word) => !policy.get('sandbox')!.includes(word))
      : []
    if (lacks.length)
      faults.unshift({
        state: 'fail',
        text: `The policy's \`sandbox\` lacks ${lacks.map((word) => `\`${word}\``).join(', ')}.`,
        fix: ['sandbox', ...policy.get('sandbox')!, ...lacks].join(' '),
      })
  }
  if (!faults.length)
    return {
      ...finding,
      state: 'pass',
      verdict: 'Pass',
      text: 'No other header blocks them.',
    }
  const fixes = faults.flatMap(({ fix }) => fix ?? [])
  return {
    ...finding,
    state: faults.some(({ state }) => state === 'fail') ? 'fail' : 'warn',
    verdict: faults.some(({ state }) => state === 'fail') ? 'Blocked' : 'Limited',
    text: faults.map(({ text }) => text).join(' '),
    fixes: [{ name: 'Response headers', code: fixes.join('\n') }],
  }
}

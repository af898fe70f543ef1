import type { Finding } from '#kernel/browser/finding.ts'
import { type Amended, type Need, amend } from './policy/amend.ts'
import type { HeldPolicy, PageFacts } from './page-facts.ts'

/** Name of the fix that contains only the changed directives. */
export const LINES = 'Directives to change'

interface Words {
  id: string
  title: string
  /** Shown when the page has no policy. */
  free: string
  passed: string
  /** Follows the name of the directive: `keeps Stripe out`. */
  blocked: string
}

/** Checks that all policies of a page allow everything needed; if not, lists the exact directives that would. */
export function policyFinding({ policies, url }: PageFacts, needs: readonly Need[], words: Words): Finding {
  const { id, title } = words
  const faults = policies.flatMap((held) => {
    const amended = amend(held.policy, needs, url)
    return amended ? [{ held, amended }] : []
  })
  if (!faults.length)
    return { id, title, state: 'pass', verdict: 'Pass', text: policies.length ? words.passed : words.free }
  const directives = [...new Set(faults.flatMap(({ amended }) => amended.blocking))]
  const named = directives.map((name) => `\`${name}\``).join(' and ')
  const nonce = faults.some(({ amended }) => amended.nonce)
    ? " It trusts scripts by nonce (`'strict-dynamic'`), so the tag needs the page's own: `nonce=\"…\"`."
    : ''
  return {
    id,
    title,
    state: 'fail',
    verdict: 'Blocked',
    text: `${named} ${directives.length > 1 ? words.blocked.replace('keeps', 'keep') : words.blocked}.${nonce}`,
    fixes: faults.flatMap(fixesOf),
  }
}

/** The directives, one per line, and the complete policy, ready to replace the old one. */
function fixesOf({ held, amended }: { held: HeldPolicy; amended: Amended }) {
  if (!amended.lines.length) return []
  const lines = amended.lines.map((line) => `${line};`).join('\n')
  const whole =
    held.where === 'header'
      ? `content-security-policy: ${amended.whole}`
      : `<meta http-equiv="content-security-policy" content="${amended.whole.replaceAll('"', '&quot;')}">`
  return [
    { name: LINES, code: lines },
    { name: 'The whole policy', code: whole },
  ]
}

import type { Finding } from '#kernel/browser/finding.ts'
import { type Amended, type Need, amend } from './policy/amend.ts'
import type { HeldPolicy, PageFacts } from './page-facts.ts'

/** Name of the fix that holds the changed directives alone. */
export const LINES = 'Directives to change'

interface Words {
  id: string
  title: string
  /** Where the page has no policy. */
  free: string
  passed: string
  /** After the name of the directive: `keeps Stripe out`. */
  blocked: string
}

/** Whether all policies of a page let all of it load, and if not, the exact directives that would. */
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

/** The directives on lines of their own, and the policy as a whole, ready to take the old one's place. */
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

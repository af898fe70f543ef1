import { type Asked, type Policy, allows, deciding, hasWord, policyText } from './policy.ts'

/** A resource that must load, and the source that allows it. */
export interface Need extends Asked {
  source: string
}

/** What a policy blocks, and the amended policy that would allow it. */
export interface Amended {
  /** Current directives that block something: `script-src`, `default-src`. */
  blocking: string[]
  /** Directives to change or add, one per line: `frame-src 'self' https://blocks.example`. */
  lines: string[]
  /** The complete policy including them. */
  whole: string
  /** True if scripts are allowed by nonce only: no source helps, and the tag needs the page's own nonce. */
  nonce: boolean
}

/** @returns undefined if the policy allows everything */
export function amend(policy: Policy, needs: readonly Need[], self: URL): Amended | undefined {
  const missing = needs.filter((need) => !allows(policy, need, self))
  if (!missing.length) return undefined
  const fixed: Policy = new Map(policy)
  const [blocking, changed] = [new Set<string>(), new Set<string>()]
  let nonce = false
  for (const need of missing) {
    const name = deciding(policy, need.directive)!
    blocking.add(name)
    if (need.directive === 'script-src-elem' && hasWord(policy.get(name)!, "'strict-dynamic'")) {
      nonce = true
      continue
    }
    // `default-src` stays as narrow as it is: directives that fall back to it are added explicitly.
    const own = name === 'default-src' ? need.directive.replace('-elem', '') : name
    const words = (fixed.get(own) ?? policy.get(name)!).filter((word) => word.toLowerCase() !== "'none'")
    if (!words.includes(need.source)) fixed.set(own, [...words, need.source])
    changed.add(own)
  }
  return {
    blocking: [...blocking],
    lines: [...changed].map((name) => [name, ...fixed.get(name)!].join(' ')),
    whole: policyText(fixed),
    nonce,
  }
}

import { type Asked, type Policy, allows, deciding, hasWord, policyText } from './policy.ts'

/** Something that must load, and the source that lets it. */
export interface Need extends Asked {
  source: string
}

/** What a policy keeps out, and how it would read if it did not. */
export interface Amended {
  /** Directives as they are now that keep something out: `script-src`, `default-src`. */
  blocking: string[]
  /** Directives to change or add, each a line: `frame-src 'self' https://blocks.example`. */
  lines: string[]
  /** The whole policy with them. */
  whole: string
  /** True where scripts are let in by nonce alone: no source helps, the tag needs the page's own. */
  nonce: boolean
}

/** @returns undefined where the policy allows all of it */
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
    // `default-src` stays as narrow as it is: what falls back on it gets a directive of its own.
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

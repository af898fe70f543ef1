/** `info` is neutral and is not counted. */
export type FindingState = 'pass' | 'warn' | 'fail' | 'info'

/** Result of one check on a customer's page. Text between backticks is code. */
export interface Finding {
  id: string
  title: string
  state: FindingState
  /** A short label: `Pass`, `Add HSTS`. */
  verdict: string
  text: string
  /** Named snippets to paste, the smallest first. */
  fixes?: { name: string; code: string }[] | undefined
}

/** Counts how many findings pass, out of those that can pass or fail. */
export function countOf(findings: readonly Finding[]): { passed: number; total: number } {
  const counted = findings.filter(({ state }) => state !== 'info')
  return { passed: counted.filter(({ state }) => state === 'pass').length, total: counted.length }
}

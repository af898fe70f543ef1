/** `info` is neither good nor bad and is not counted. */
export type FindingState = 'pass' | 'warn' | 'fail' | 'info'

/** One thing that was looked at on somebody's page. Words between backticks are code. */
export interface Finding {
  id: string
  title: string
  state: FindingState
  /** A few words: `Pass`, `Add HSTS`. */
  verdict: string
  text: string
  /** What to paste somewhere, each by its name: the least of it first. */
  fixes?: { name: string; code: string }[] | undefined
}

/** How many of the findings are well, of those that can be. */
export function countOf(findings: readonly Finding[]): { passed: number; total: number } {
  const counted = findings.filter(({ state }) => state !== 'info')
  return { passed: counted.filter(({ state }) => state === 'pass').length, total: counted.length }
}

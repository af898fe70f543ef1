import type { InstallReport } from '../endpoints.ts'

type Findings = InstallReport['findings']
type State = Findings[number]['state']

const URGENCY: readonly State[] = ['fail', 'warn', 'info', 'pass']

/** The findings with errors first, then warnings; otherwise in the order of the check. */
export const mostUrgentFirst = (findings: Findings): Findings =>
  findings.toSorted((a, b) => URGENCY.indexOf(a.state) - URGENCY.indexOf(b.state))

const countOf = (findings: Findings, wanted: State): number =>
  findings.filter(({ state }) => state === wanted).length
const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

/** The result of a check in a few words. */
export function reportVerdict({ findings }: Pick<InstallReport, 'findings'>): string {
  const errors = countOf(findings, 'fail')
  const warnings = countOf(findings, 'warn')
  if (errors && warnings) return `${counted(errors, 'error')}, ${counted(warnings, 'warning')}`
  if (errors) return counted(errors, 'error')
  return warnings ? `It works, with ${counted(warnings, 'warning')}` : 'No problems found'
}

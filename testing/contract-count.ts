import assert from 'node:assert/strict'
import { appendFileSync, existsSync, readFileSync } from 'node:fs'

interface Report {
  validated: number
  violations: { what: string; name: string; misfits: { message: string }[] }[]
}

/**
 * Adds the requests that a sandbox has checked against the card provider's contract to the count of this run.
 * @throws when one did not fit, or an answer or event of the sandbox's own did not
 */
export async function keepContractCount(sandboxUrl: string): Promise<void> {
  const answer = await fetch(`${sandboxUrl}/_sandbox/contract`).catch(() => undefined)
  // A test may have ended it, or have none: then there is nothing to count.
  if (!answer) return
  const report = (await answer.json()) as Report
  const file = process.env.BB_CONTRACT_COUNT
  if (file) appendFileSync(file, `${report.validated} ${report.violations.length}\n`)
  assert.deepEqual(
    report.violations.map(({ what, name, misfits }) => `${what} ${name}: ${misfits[0]?.message}`),
    [],
    'requests, answers or events that do not fit the contract of the card provider',
  )
}

/** What all sandboxes of a run have counted, as a sentence; empty when there was none. */
export function contractCount(file: string): string {
  if (!existsSync(file)) return ''
  const rows = readFileSync(file, 'utf8').trim().split('\n')
  const sum = (at: number): number => rows.reduce((total, row) => total + Number(row.split(' ')[at]), 0)
  return `${sum(0)} requests to the card provider were checked against its contract, ${sum(1)} did not fit`
}

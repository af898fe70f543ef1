import assert from 'node:assert/strict'
import { appendFileSync, existsSync, readFileSync } from 'node:fs'

interface Report {
  validated: number
  violations: { what: string; name: string; misfits: { message: string }[] }[]
}

/**
 * Adds the requests that a sandbox checked against the card provider's contract to this run's count.
 * @throws when a request, or a response or event of the sandbox, violated the contract
 */
export async function keepContractCount(sandboxUrl: string): Promise<void> {
  const response = await fetch(`${sandboxUrl}/_sandbox/contract`).catch(() => undefined)
  // The test may have stopped the sandbox or never started one: nothing to count.
  if (!response) return
  const report = (await response.json()) as Report
  const file = process.env.BB_CONTRACT_COUNT
  if (file) appendFileSync(file, `${report.validated} ${report.violations.length}\n`)
  assert.deepEqual(
    report.violations.map(({ what, name, misfits }) => `${what} ${name}: ${misfits[0]?.message}`),
    [],
    'requests, responses or events that violate the contract of the card provider',
  )
}

/** The counts of all sandboxes of a run as a sentence; empty when there was no sandbox. */
export function contractCount(file: string): string {
  if (!existsSync(file)) return ''
  const rows = readFileSync(file, 'utf8').trim().split('\n')
  const sum = (at: number): number => rows.reduce((total, row) => total + Number(row.split(' ')[at]), 0)
  return `${sum(0)} requests to the card provider were checked against its contract, ${sum(1)} did not fit`
}

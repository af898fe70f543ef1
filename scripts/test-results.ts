import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

export const ROOT = dirname(import.meta.dirname)

/** Last result of one test, stored in .tmp/test-results.json. */
export interface TestResult {
  /** Path relative to the project's folder. */
  file: string
  title: string
  kind: 'test' | 'suite'
  status: 'passed' | 'failed' | 'skipped'
  /** Why it was skipped. */
  reason?: string
  ms: number
}

const FILE = join(ROOT, '.tmp', 'test-results.json')

/** Results of the last runs; empty before the first run. */
export function readResults(): TestResult[] {
  return existsSync(FILE) ? (JSON.parse(readFileSync(FILE, 'utf8')) as TestResult[]) : []
}

/** Stores results for `readResults`. */
export function writeResults(results: TestResult[]): void {
  mkdirSync(dirname(FILE), { recursive: true, mode: 0o711 })
  writeFileSync(FILE, `${JSON.stringify(results, null, 1)}\n`)
}

/** Ids that a test's title cites: `[S2-014] [A03] [peers A14] …`. */
export function citedIds(title: string): string[] {
  return [...title.matchAll(/\[((?:peers )?[A-Z]\d+(?:-\d+)?)\]/g)].map((match) => match[1]!)
}

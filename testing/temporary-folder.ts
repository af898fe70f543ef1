import { mkdirSync, mkdtempSync, rmdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from './test-cluster.ts'

/**
 * Uses a temporary folder in the project for this process and its children if the system's is not writable.
 */
export function ensureTemporaryFolder(): void {
  try {
    rmdirSync(mkdtempSync(join(tmpdir(), 'bb-probe-')))
  } catch {
    process.env.TMPDIR = join(ROOT, '.tmp', 'temporary')
    mkdirSync(process.env.TMPDIR, { recursive: true })
  }
}

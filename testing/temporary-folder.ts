import { mkdirSync, mkdtempSync, rmdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from './test-cluster.ts'

/** Gives this process and its children a temporary folder of the project's own where the machine's cannot be written. */
export function ensureTemporaryFolder(): void {
  try {
    rmdirSync(mkdtempSync(join(tmpdir(), 'bb-probe-')))
  } catch {
    process.env.TMPDIR = join(ROOT, '.tmp', 'temporary')
    mkdirSync(process.env.TMPDIR, { recursive: true })
  }
}

import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './test-cluster.ts'

const QUIET = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']

/**
 * Installs a package that only a test needs, once, outside of the project's own packages. Test files run in
 * parallel, so it installs into a temporary folder and renames that folder when it is complete.
 * @param prepare writes package.json into the folder it receives
 * @param command arguments of npm, for example `['ci']`
 * @returns whether the package is installed
 */
export function installApart(
  folder: string,
  prepare: (temporary: string) => void,
  command: readonly string[],
): boolean {
  if (existsSync(folder)) return true
  mkdirSync(join(ROOT, '.tmp'), { recursive: true, mode: 0o711 })
  const temporary = mkdtempSync(`${folder}-`)
  prepare(temporary)
  const npm = spawnSync('npm', [...command, ...QUIET], {
    cwd: temporary,
    stdio: 'ignore',
    timeout: 120_000,
    shell: process.platform === 'win32',
  })
  try {
    if (npm.status === 0) renameSync(temporary, folder)
  } catch {
    // Another test file was faster.
  }
  rmSync(temporary, { recursive: true, force: true })
  return existsSync(folder)
}

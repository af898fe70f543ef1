import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  rmdirSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { ConfigError } from '#kernel/config.ts'
import type { Launch } from './postmaster.ts'

const run = promisify(execFile)

/** Files that `initdb` creates. A folder with anything else belongs to the user and is never touched. */
const MADE_BY_INITDB =
  /^(PG_VERSION|base|global|pg_\w+|pg_hba\.conf|pg_ident\.conf|postgresql(\.auto)?\.conf|postmaster\.(opts|pid)|server\.log)$/

/**
 * Creates a cluster in `folder` unless one exists. It is created next to the folder and moved there when complete, so
 * that an interrupted `initdb` leaves nothing that looks like data.
 * @throws {Error} when the folder contains something else
 */
export async function ensureDataFolder(initdb: string, launch: Omit<Launch, 'pgCtl'>): Promise<void> {
  const { folder, user, password } = launch
  if (isWhole(folder)) return
  clearRemains(folder)
  mkdirSync(dirname(folder), { recursive: true, mode: 0o711 })
  const fresh = `${folder}.init-${process.pid}-${randomBytes(4).toString('hex')}`
  const passwordFile = `${fresh}.password`
  try {
    mkdirSync(fresh, { mode: 0o700 })
    writeFileSync(passwordFile, password, { mode: 0o600 })
    const { uid, gid } = user
    if (uid !== undefined && gid !== undefined)
      for (const path of [fresh, passwordFile]) chownSync(path, uid, gid)
    const make = (locale: string) => runInitdb(initdb, launch, fresh, passwordFile, locale)
    // Without C.UTF-8 on this machine, use the plain C locale, which also sorts by bytes.
    await make('C.UTF-8').catch(() => make('C'))
    renameSync(fresh, folder)
  } catch (error) {
    if (!isWhole(folder)) throw error // else another process was faster
  } finally {
    rmSync(fresh, { recursive: true, force: true })
    rmSync(passwordFile, { force: true })
  }
}

function runInitdb(
  initdb: string,
  { user, durable }: Omit<Launch, 'pgCtl'>,
  folder: string,
  passwordFile: string,
  locale: string,
) {
  const flags = ['--username=postgres', '--auth=scram-sha-256', '--encoding=UTF8', '--no-instructions']
  if (!durable) flags.push('--no-sync')
  return run(initdb, ['-D', folder, `--pwfile=${passwordFile}`, `--locale=${locale}`, ...flags], {
    ...user,
    cwd: folder,
  })
}

/** `initdb` writes PG_VERSION first and the control file near its end. */
function isWhole(folder: string): boolean {
  return existsSync(join(folder, 'PG_VERSION')) && existsSync(join(folder, 'global', 'pg_control'))
}

/** Removes the remains of interrupted runs: folders with only initdb's files, and folders of dead processes. */
function clearRemains(folder: string): void {
  for (const entry of readdir(dirname(folder))) {
    const [, pid] = /\.init-(\d+)-\w+(?:\.password)?$/.exec(entry) ?? []
    if (pid && entry.startsWith(`${basename(folder)}.init-`) && !isAlive(Number(pid)))
      rmSync(join(dirname(folder), entry), { recursive: true, force: true })
  }
  const entries = readdir(folder)
  // Another process that starts on this folder may have created the data since, or may do so at any time from now.
  if (isWhole(folder)) return
  if (entries.length === 0) return removeEmpty(folder)
  const foreign = entries.find((entry) => !MADE_BY_INITDB.test(entry))
  if (foreign)
    throw new ConfigError(
      `${folder} holds no PostgreSQL data but other files (${foreign}): set DATA_DIR to another folder, or move them away.`,
    )
  rmSync(folder, { recursive: true, force: true })
}

/** Windows does not rename a folder onto an existing one, even if it is empty. */
function removeEmpty(folder: string): void {
  try {
    rmdirSync(folder)
  } catch {
    // It does not exist, is a link, or another process has just filled it.
  }
}

function readdir(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return []
    if (code === 'EACCES')
      throw new ConfigError(
        `${folder} belongs to another user: start as that user or as root, or set DATA_DIR to a folder of your own.`,
        { cause: error },
      )
    throw error
  }
}

/** Whether a process with this id is running, regardless of its owner. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

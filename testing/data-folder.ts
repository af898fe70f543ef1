import { accessSync, chmodSync, constants, mkdirSync, mkdtempSync, readFileSync, statfsSync } from 'node:fs'
import { join } from 'node:path'

/** The project's folder. */
export const DISK = join(import.meta.dirname, '..', '.tmp')
/** Linux's file system in memory. */
export const MEMORY = '/dev/shm'
const GIB = 2 ** 30
/** A whole run uses less than a third of it. */
const ROOM_BYTES = 2 * GIB
/** Memory that a machine must have free, including that room: processes need it too. */
const FREE_BYTES = 4 * GIB

/**
 * Returns where tests store the databases that they throw away: in memory on a machine with enough of it, otherwise in
 * the project's folder. A database is a thousand files. To create and delete them costs ten times less in memory.
 */
export const dataPlace = (): string => (hasRoomInMemory() && runsPrograms() ? MEMORY : DISK)

/**
 * Whether the file system in memory has room for all files of a run.
 * @param room bytes that must be free
 */
export function hasRoomInMemory(room = ROOM_BYTES): boolean {
  try {
    accessSync(MEMORY, constants.W_OK | constants.X_OK)
    const { bavail, bsize } = statfsSync(MEMORY)
    return bavail * bsize >= room && process.availableMemory() >= FREE_BYTES
  } catch {
    return false // There is none, or only other users may write there.
  }
}

/** An ordinary user may need a copy of PostgreSQL next to its data; in containers, no program may run from there. */
function runsPrograms(): boolean {
  const mount = readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .findLast((line) => line.split(' ')[1] === MEMORY)
  return process.getuid?.() === 0 || !mount?.includes('noexec')
}

/**
 * Creates an empty folder for data that end with this process. Other users may pass through it, because PostgreSQL runs as
 * another user when started as root. The process's id in the name tells whose it is.
 */
export function newDataFolder(name: string, place = dataPlace()): string {
  if (place === DISK) mkdirSync(DISK, { recursive: true, mode: 0o711 })
  const folder = mkdtempSync(join(place, `bolt-blocks-${process.pid}-${name}-`))
  chmodSync(folder, 0o711)
  return folder
}

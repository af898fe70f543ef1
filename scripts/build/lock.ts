import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/** Runs work under a lock of this checkout, so that two instances that start together build once. */
export async function withLock<T>(path: string, work: () => Promise<T>): Promise<T> {
  mkdirSync(dirname(path), { recursive: true })
  while (!take(path)) await pause(200)
  try {
    return await work()
  } finally {
    rmSync(path, { force: true })
  }
}

function take(path: string): boolean {
  try {
    writeFileSync(path, String(process.pid), { flag: 'wx' })
    return true
  } catch (why) {
    if ((why as NodeJS.ErrnoException).code !== 'EEXIST') throw why
    if (!alive(holderOf(path))) rmSync(path, { force: true })
    return false
  }
}

/** Process id in the lock file; 0 if the file was just removed. */
function holderOf(path: string): number {
  try {
    return Number(readFileSync(path, 'utf8'))
  } catch {
    return 0
  }
}

function alive(pid: number): boolean {
  // The file was just created and is still empty, or was just removed. Retry.
  if (!pid) return true
  try {
    process.kill(pid, 0)
    return true
  } catch (why) {
    return (why as NodeJS.ErrnoException).code === 'EPERM'
  }
}

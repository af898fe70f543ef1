import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** What must not outlive the process that started it. */
export type Guarded =
  /** Process id; the process is killed. */
  | { process: number }
  /** Data folder of a disposable PostgreSQL. */
  | { cluster: string }
  /** Data folder of a PostgreSQL that the next process continues to use: the last of its users stops it. */
  | { sharedCluster: string }
  /** Folder to remove; a missing one is fine. */
  | { folder: string }

let guardian: ChildProcess | undefined

/**
 * Ends a process, a PostgreSQL or a folder when this process has ended, however it ended: `after` hooks do not run when
 * a test file dies at its start, and no handler runs after kill -9. PostgreSQL is a daemon, so nothing else stops it.
 * A guardian process waits for that, one for each process that starts something. Register folders before what is
 * started in them, and clean up in `after` as well: the guardian is for what is left.
 */
export function endWithThisProcess(...things: Guarded[]): void {
  for (const thing of things) {
    if ('sharedCluster' in thing) enterShared(thing.sharedCluster)
    guardian ??= startGuardian()
    guardian.stdin!.write(`${JSON.stringify(thing)}\n`)
  }
}

function startGuardian(): ChildProcess {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'guardian.mjs'), String(process.pid)], {
    cwd: import.meta.dirname,
    // Out of reach of signals to our process group.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    env: {},
  })
  child.on('error', () => undefined)
  // A guardian that was killed must not fail the tests.
  child.stdin.on('error', () => undefined)
  child.unref()
  // A pipe to a child process is a socket, and would keep this process running.
  ;(child.stdin as unknown as { unref(): void }).unref()
  return child
}

/** Written by this process itself, before it starts or adopts the cluster. */
function enterShared(folder: string): void {
  mkdirSync(`${folder}.users`, { recursive: true })
  writeFileSync(join(`${folder}.users`, String(process.pid)), '')
}

import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A resource that must not outlive the process that started it. */
export type Guarded =
  /** Process id; the process is killed. */
  | { process: number }
  /** Data folder of a disposable PostgreSQL. */
  | { cluster: string }
  /** Data folder of a PostgreSQL that several processes share: the last one stops it. */
  | { sharedCluster: string }
  /** Folder to remove; a missing one is fine. */
  | { folder: string }

let guardian: ChildProcess | undefined

/**
 * Ends a process, a PostgreSQL or a folder when this process has ended for any reason: `after` hooks do not
 * run when a test file crashes while loading, and no handler runs after kill -9. PostgreSQL is a daemon, so
 * nothing else stops it. Each process that registers something gets one guardian process, which waits for its
 * end. Register a folder before starting something in it, and still clean up in `after`: the guardian only
 * removes what is left.
 */
export function endWithThisProcess(...resources: Guarded[]): void {
  for (const resource of resources) {
    if ('sharedCluster' in resource) enterShared(resource.sharedCluster)
    guardian ??= startGuardian()
    guardian.stdin!.write(`${JSON.stringify(resource)}\n`)
  }
}

function startGuardian(): ChildProcess {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'guardian.mjs'), String(process.pid)], {
    cwd: import.meta.dirname,
    // A separate process group, so that signals to ours do not reach it.
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

/**
 * Registers this process as a user of the cluster. This must happen before it starts or adopts the cluster.
 */
function enterShared(folder: string): void {
  mkdirSync(`${folder}.users`, { recursive: true })
  writeFileSync(join(`${folder}.users`, String(process.pid)), '')
}

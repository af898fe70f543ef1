import type { RealtimeComponents } from '../components.ts'
import type { ProcessLease } from '../presence/process-lease.ts'

type Components = Pick<RealtimeComponents, 'log' | 'presences' | 'fanOut'>

/**
 * Takes a new process number and stores all connected presences under it. What remains under the old number
 * is no longer connected.
 */
export async function renewProcessNumber(
  { presences, fanOut }: Components,
  lease: ProcessLease,
): Promise<void> {
  const old = lease.id
  await lease.take()
  presences.rewrite()
  await fanOut.drained()
  await lease.release(old)
  fanOut.send({ kind: 'gone', process: old })
}

/** Removes the presences of dead processes, here and in the other processes. */
export function removeProcesses({ log, presences, fanOut }: Components, deadProcesses: number[]): void {
  for (const process of deadProcesses) {
    log.warn({ process }, 'a server process died: its users are no longer present')
    presences.apply({ kind: 'gone', process })
    fanOut.send({ kind: 'gone', process })
  }
}

import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** CPU time used so far, in milliseconds. */
export interface CpuTime {
  server: number
  postgres: number
}

/**
 * Milliseconds of a tick of `/proc/PID/stat`: USER_HZ is 100 on every Linux that Node runs on (man 5 proc).
 */
const TICK_MS = 10

/**
 * Reads the CPU time of an instance: its server with all threads, and all processes of its PostgreSQL, including
 * ended ones. The CPU time of a request depends much less on other load on the machine than its elapsed time.
 * @returns undefined where there is no `/proc`
 */
export function cpuTime(serverPid: number, dataDir: string): CpuTime | undefined {
  const server = statOf(serverPid)
  const postmaster = Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])
  const root = statOf(postmaster)
  if (!server || !root) return undefined
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => statOf(Number(name)))
    .filter((stat) => stat?.parent === postmaster)
  return {
    server: server.own,
    postgres: children.reduce((sum, child) => sum + child!.own, root.own + root.endedChildren),
  }
}

function statOf(pid: number): { parent: number; own: number; endedChildren: number } | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name of the program, in brackets, may contain spaces. Fields as in man 5 proc, from the third on.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    const ticks = (first: number) => (Number(fields[first]) + Number(fields[first + 1])) * TICK_MS
    return { parent: Number(fields[1]), own: ticks(11), endedChildren: ticks(13) }
  } catch {
    return undefined // It has ended, or there is no /proc.
  }
}

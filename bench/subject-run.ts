import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { END_WITH_PARENT, ROOT } from './paths.ts'
import type { SubjectMessage } from './progress.ts'
import type { Row } from './subjects.ts'

export interface SubjectRun {
  name: string
  /** Script of the process, with its arguments; it sends `SubjectMessage`s. */
  script: string[]
  limitSeconds: number
  /** Receives each line of progress. */
  say: (line: string) => void
  /** Ends the run early. */
  signal?: AbortSignal
}

export interface Outcome {
  name: string
  rows: Row[]
  /** Why there are no rows. */
  failure?: string
}

/** Seconds that servers have to stop cleanly before the whole process group is killed. */
const GRACE_SECONDS = 20
/**
 * Seconds without output before the last line is repeated, so that silence means the command itself hangs.
 */
const REPEAT_SECONDS = 20

/**
 * Runs a subject in its own process group, for `limitSeconds` at most. When it returns, everything that the
 * subject started has ended, and its data folders are removed.
 * @returns rows, or the failure: an error, an exit without rows, or the time limit
 */
export async function runSubject({ name, script, limitSeconds, say, signal }: SubjectRun): Promise<Outcome> {
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', '--import', END_WITH_PARENT, ...script],
    { cwd: ROOT, detached: true, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] },
  )
  // The pipes close when the last process that inherited them ends, so `close` means that all have ended.
  child.stdout!.pipe(process.stderr, { end: false })
  child.stderr!.pipe(process.stderr, { end: false })
  const startedAt = performance.now()
  const elapsed = () => Math.round((performance.now() - startedAt) / 1000)
  let step = 'starting'
  const line = (text: string) => say(`${name} ${elapsed()} s of ${limitSeconds}: ${text}`)
  const repeat = setInterval(() => line(`still ${step}`), REPEAT_SECONDS * 1000)
  let outcome: Outcome | undefined
  child.on('message', (message: SubjectMessage) => {
    if (message.kind === 'rows') outcome ??= { name, rows: message.rows as Row[] }
    else if (message.kind === 'failure') outcome ??= { name, rows: [], failure: message.text }
    else {
      step = message.text
      repeat.refresh()
      line(step)
    }
  })
  const timers: NodeJS.Timeout[] = [repeat]
  const endGroup = () => {
    killGroup(child.pid!, 'SIGTERM')
    timers.push(setTimeout(() => killGroup(child.pid!, 'SIGKILL'), GRACE_SECONDS * 1000))
  }
  const fail = (failure: string) => {
    outcome ??= { name, rows: [], failure }
    endGroup()
  }
  timers.push(
    setTimeout(() => fail(`took longer than ${limitSeconds} s, while ${step}`), limitSeconds * 1000),
  )
  const endEarly = () => fail('was ended')
  signal?.addEventListener('abort', endEarly)
  // When a subject exits normally, this ends the processes that it left running.
  child.once('exit', endGroup)
  await Promise.all([once(child, 'close'), once(child, 'disconnect')])
  timers.forEach(clearTimeout)
  signal?.removeEventListener('abort', endEarly)
  for (const folder of globSync(`.tmp/bench-${child.pid}-*`, { cwd: ROOT }))
    rmSync(join(ROOT, folder), { recursive: true, force: true, maxRetries: 5 })
  return (
    outcome ?? { name, rows: [], failure: `ended without a result (${child.exitCode ?? child.signalCode})` }
  )
}

function killGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal)
  } catch {
    // The whole group has already ended.
  }
}

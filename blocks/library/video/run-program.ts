import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

/**
 * Requests come first, by about nine to one. At the lowest priority (19), a busy server would leave a conversion no time at all, until
 * its time limit ends it.
 */
const NICENESS = 10

/**
 * Runs a program at a low priority and ends it when the third descriptor closes: when `signal` fires, and when this process
 * dies, however it dies. The watcher has no output of its own, so the pipes close with the program.
 */
const WATCHED = `exec 3<&0
nice -n ${NICENESS} "$@" </dev/null 3<&- &
program=$!
{ cat <&3 >/dev/null; kill -9 "$program"; } >/dev/null 2>&1 &
watcher=$!
exec 3<&-
wait "$program"
code=$?
kill "$watcher" 2>/dev/null
exit "$code"`

const MOST_OUTPUT = 1_000_000

export interface Run {
  /** Working folder; the program gets no environment. */
  folder: string
  signal: AbortSignal
  /** Receives each line of its output. */
  onLine?: (line: string) => void
}

export interface Ended {
  code: number | null
  output: string
  /** The last lines of its errors, for the log. */
  errors: string
}

/** @throws {unknown} the reason of the signal */
export async function runProgram(
  program: string,
  args: string[],
  { folder, signal, onLine }: Run,
): Promise<Ended> {
  signal.throwIfAborted()
  const child = spawn('/bin/sh', ['-c', WATCHED, 'sh', program, ...args], {
    cwd: folder,
    env: { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: folder, LC_ALL: 'C' },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  // It may end before it reads.
  child.stdin.on('error', () => undefined)
  const end = () => child.stdin.destroy()
  signal.addEventListener('abort', end, { once: true })
  let [output, errors] = ['', '']
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (onLine) onLine(line)
    else if (output.length < MOST_OUTPUT) output += `${line}\n`
  })
  child.stderr.on('data', (chunk: Buffer) => {
    errors = (errors + chunk.toString()).slice(-2000)
  })
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject)
      child.once('close', resolve)
    })
    signal.throwIfAborted()
    return { code, output, errors }
  } finally {
    signal.removeEventListener('abort', end)
    child.stdin.destroy()
  }
}

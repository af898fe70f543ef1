// Cleans up after a process that has ended, also after a crash or kill -9. It reads one JSON object per line
// from its input; the input ends when the process does, because only that process has the other end of the
// pipe. It is plain JavaScript without packages, so that it starts immediately.
import { existsSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'

/** A PostgreSQL that was starting when its server was killed writes its pid file within this time. */
const START_MS = 3000
/** PostgreSQL kills its own children after 5 seconds. */
const STOP_MS = 10_000
/** The next run of a single test file adopts the shared cluster within this time. */
const SHARED_GRACE_MS = 5_000

/** @type {import('./guard.ts').Guarded[]} */
const guarded = []
/** Start time of each process, because a process id may be reused. */
const startTimes = new Map()

/** Fields of /proc/PID/stat after the name, or undefined where there is no such process (or no /proc). */
function statOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const [state, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return { state, startTime: rest[18], name: stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')')) }
  } catch {
    return undefined
  }
}

function isAlive(pid) {
  if (process.platform === 'linux') return !/^[ZX]?$/.test(statOf(pid)?.state ?? '')
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

function kill(pid, signal) {
  try {
    process.kill(pid, signal)
  } catch {
    // The process has ended.
  }
}

function postmasterOf(folder) {
  try {
    const pid = Number(readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')[0])
    const isPostgres = process.platform !== 'linux' || statOf(pid)?.name === 'postgres'
    return pid > 1 && isPostgres && isAlive(pid) ? pid : undefined
  } catch {
    return undefined
  }
}

async function stopCluster(folder) {
  const deadline = Date.now() + START_MS
  let pid = postmasterOf(folder)
  while (!pid && existsSync(folder) && Date.now() < deadline) {
    await delay(100)
    pid = postmasterOf(folder)
  }
  if (!pid) return
  // Use an immediate shutdown, because the data is disposable.
  kill(pid, 'SIGQUIT')
  const end = Date.now() + STOP_MS
  while (isAlive(pid) && Date.now() < end) await delay(50)
  if (isAlive(pid)) kill(pid, 'SIGKILL')
}

/** Stops a shared cluster unless another process uses it. Each user has a file named after its process id. */
async function leaveShared(folder) {
  const users = `${folder}.users`
  rmSync(join(users, process.argv[2]), { force: true })
  await delay(SHARED_GRACE_MS)
  for (const pid of existsSync(users) ? readdirSync(users) : []) if (isAlive(Number(pid))) return
  const pid = postmasterOf(folder)
  // A fast shutdown that writes a checkpoint, because the next run starts on this data.
  if (pid) kill(pid, 'SIGINT')
}

async function endAll() {
  for (const { process: pid } of guarded)
    if (pid && isAlive(pid) && statOf(pid)?.startTime === startTimes.get(pid)) kill(pid, 'SIGKILL')
  await Promise.all(guarded.map(({ cluster }) => cluster && stopCluster(cluster)))
  for (const { folder } of guarded)
    if (folder) rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  await Promise.all(guarded.map(({ sharedCluster }) => sharedCluster && leaveShared(sharedCluster)))
}

createInterface({ input: process.stdin })
  .on('line', (line) => {
    const resource = JSON.parse(line)
    if (resource.process) startTimes.set(resource.process, statOf(resource.process)?.startTime)
    guarded.push(resource)
  })
  .on('close', () => void endAll())
// A terminal's signals reach the whole session. Ignore them: this process ends only when its input ends.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined)

import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { DISK, MEMORY } from '../data-folder.ts'
import { eventually } from '../eventually.ts'
import { ROOT } from '../test-cluster.ts'
import { endWithThisProcess } from './guard.ts'

const skip = process.platform !== 'linux' && 'reads processes from /proc'

function run(args: string[], env: Record<string, string | undefined> = {}): ChildProcess {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...args], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  child.stderr
    .setEncoding('utf8')
    .on('data', (text: string) => errors.set(child, (errors.get(child) ?? '') + text))
  endWithThisProcess({ process: child.pid! })
  return child
}

/** What each process wrote to its error output. */
const errors = new Map<ChildProcess, string>()

/** Waits for a process's first output. @throws {Error} with its error output when it ends before that */
async function firstOutput(child: ChildProcess): Promise<string> {
  const ended = once(child, 'close').then(() => {
    throw new Error(`It ended without output: ${errors.get(child) ?? ''}`)
  })
  const [data] = (await Promise.race([once(child.stdout!, 'data'), ended])) as [Buffer]
  return data.toString()
}

const program = (text: string) => ['--input-type=module', '-e', text]

/** Processes whose command line contains this text. */
const processesOf = (text: string): string[] =>
  globSync('/proc/[0-9]*/cmdline').flatMap((file) => {
    try {
      const line = readFileSync(file, 'utf8').replaceAll('\0', ' ')
      return line.includes(text) ? [`${file} ${line}`] : []
    } catch {
      return []
    }
  })

/** @param named text that the command line must contain */
const childrenOf = (parent: number, named = ''): number[] =>
  globSync('/proc/[0-9]*/stat').flatMap((file) => {
    try {
      const stat = readFileSync(file, 'utf8')
      const isChild = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === parent
      const isNamed = readFileSync(file.replace(/stat$/, 'cmdline'), 'utf8').includes(named)
      return isChild && isNamed ? [Number.parseInt(stat, 10)] : []
    } catch {
      return [] // The process has ended meanwhile.
    }
  })

const isRunning = (pid: number): boolean =>
  existsSync(`/proc/${pid}`) && !/^\d+ \(.*\) [ZX]/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))

/** Seconds to wait. A busy machine ends processes late, and only their end counts. */
const WAIT_SECONDS = 120

async function assertNothingIsLeft(dataDir: string, pids: number[]): Promise<void> {
  await eventually('its processes have ended', async () => !pids.some(isRunning), WAIT_SECONDS)
  await eventually('its folder is removed', async () => !existsSync(dataDir), WAIT_SECONDS)
  assert.deepEqual(processesOf(dataDir), [])
}

const INSTANCE = `
  import { testInstance } from '#testing/test-instance.ts'
  const { dataDir, pid } = await testInstance()
  process.stdout.write(JSON.stringify({ dataDir, server: pid() }) + '\\n')
`

for (const [how, end] of [
  ['killed (-9)', 'await new Promise((resolve) => setTimeout(resolve, 3_600_000))'],
  ['crashed while loading', 'setTimeout(() => process.exit(1), 100); await new Promise(() => undefined)'],
] as const)
  test(`a test file that is ${how} leaves no server, sandbox, PostgreSQL or folder`, { skip }, async () => {
    const file = run(program(INSTANCE + end))
    const { dataDir, server } = JSON.parse(await firstOutput(file)) as { dataDir: string; server: number }
    const postmaster = Number(
      readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0],
    )
    const sandboxes = childrenOf(server)
    assert.ok(isRunning(postmaster) && sandboxes.length > 0)
    if (how === 'killed (-9)') file.kill('SIGKILL')
    await assertNothingIsLeft(dataDir, [server, postmaster, ...sandboxes])
  })

test('a runner that is killed (-9) ends its test files and its PostgreSQL', { skip }, async () => {
  const runner = run(['scripts/test.ts', 'kernel/net/look-up.test.ts'], {
    BB_TEST_DATABASE_URL: undefined,
    NODE_TEST_CONTEXT: undefined,
  })
  const file = await eventually(
    'a test file runs',
    async () => {
      const [pid] = childrenOf(runner.pid!, join(ROOT, 'kernel/net/look-up.test.ts'))
      return pid !== undefined && { pid }
    },
    WAIT_SECONDS,
  )
  // The runner chose by the memory that was free then.
  const [home] = [DISK, MEMORY].flatMap((place) =>
    globSync(join(place, `bolt-blocks-${runner.pid}-postgres-*`)),
  )
  const postmaster = Number(readFileSync(join(home!, 'data', 'postmaster.pid'), 'utf8').split('\n')[0])
  assert.ok(isRunning(postmaster))
  runner.kill('SIGKILL')
  await assertNothingIsLeft(home!, [file.pid, postmaster])
})

test('the last of the single test files that share a cluster stops it', { skip }, async () => {
  mkdirSync(join(ROOT, '.tmp'), { recursive: true, mode: 0o711 })
  const home = mkdtempSync(join(ROOT, '.tmp', 'shared-'))
  endWithThisProcess({ cluster: join(home, 'data') }, { folder: home })
  const sharing = program(`
    import { startCluster } from '#kernel/db/embedded/cluster.ts'
    import { endWithThisProcess } from '#testing/guardian/guard.ts'
    const folder = ${JSON.stringify(join(home, 'data'))}
    endWithThisProcess({ sharedCluster: folder })
    await startCluster({ folder, password: 'test', durable: false })
    process.stdout.write('started')
    await new Promise((resolve) => setTimeout(resolve, 3_600_000))`)
  const [one, two] = [run(sharing), run(sharing)]
  await Promise.all([one, two].map(firstOutput))
  const postmaster = Number(readFileSync(join(home, 'data', 'postmaster.pid'), 'utf8').split('\n')[0])
  one.kill('SIGKILL')
  const guardian = processesOf(`guardian.mjs ${one.pid}`)
  assert.equal(guardian.length, 1)
  await eventually(
    'its guardian has ended',
    async () => !processesOf(`guardian.mjs ${one.pid}`).length,
    WAIT_SECONDS,
  )
  assert.ok(isRunning(postmaster), 'the other process still uses it')
  two.kill('SIGKILL')
  await eventually('PostgreSQL has stopped', async () => !isRunning(postmaster), WAIT_SECONDS)
})

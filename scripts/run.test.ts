import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, describe, test } from 'node:test'
import { eventually } from '#testing/eventually.ts'

const ROOT = join(import.meta.dirname, '..')
const COMMAND = 'node scripts/run.mjs server/main.ts'
/**
 * Time limit for the end of all processes. Detecting the end of npm takes 0.5 s, stopping the server 0.7 s.
 */
const ENDS_WITHIN_SECONDS = 10
/** Longer than several polls of scripts/npm-watch.mjs. */
const SEVERAL_POLLS_MS = 2000

/** A project whose `npm start` takes half a second to stop, like a server with requests in flight. */
const project = mkdtempSync(join(tmpdir(), 'bb-run-'))
after(() => rmSync(project, { recursive: true, force: true }))
for (const folder of ['scripts', 'server', 'node_modules']) mkdirSync(join(project, folder))
for (const file of ['run.mjs', 'npm-watch.mjs', 'end-with-parent.mjs'])
  cpSync(join(ROOT, 'scripts', file), join(project, 'scripts', file))
const nothingToInstall = JSON.stringify({ packages: {} })
writeFileSync(join(project, 'package-lock.json'), nothingToInstall)
writeFileSync(join(project, 'node_modules', '.package-lock.json'), nothingToInstall)
writeFileSync(
  join(project, 'package.json'),
  JSON.stringify({
    type: 'module',
    scripts: { start: COMMAND, background: `${COMMAND} &`, plain: 'node scripts/run.mjs plain.ts' },
  }),
)
const NOTE = `
  import { writeFileSync } from 'node:fs'
  process.once('exit', (code) => writeFileSync(process.env.STARTED + '.ended', String(code)))
  writeFileSync(process.env.STARTED, process.pid + ' ' + process.ppid + ' ')`
writeFileSync(
  join(project, 'server', 'main.ts'),
  `import { stopInOrder } from '${join(ROOT, 'server', 'start', 'stop.ts')}'
  stopInOrder().first('the server', { stop: () => new Promise((done) => setTimeout(done, 700)) })
  setInterval(() => undefined, 1000)${NOTE}`,
)
writeFileSync(
  join(project, 'plain.ts'),
  `${NOTE}\nif (process.argv[2] !== 'finish') setInterval(() => undefined, 1000)`,
)

interface Started {
  /** Process ids, from the top. On macOS, the shell replaces itself with its last command. */
  npm: number
  shell: () => number
  runner: number
  script: number
  /**
   * Waits until every process has exited.
   * @returns exit code of the script; undefined if a signal ended it
   */
  endedWith(): Promise<number | undefined>
  isRunning: () => boolean
}

let starts = 0

/** Runs a shell command in its own process group, as a terminal does, until its script is up. */
async function start(line: string): Promise<Started> {
  const note = join(project, `started-${(starts += 1)}`)
  const PATH = `${dirname(process.execPath)}:${process.env.PATH}`
  const { npm_lifecycle_script: _, ...env } = process.env
  const top = spawn('sh', ['-c', line], {
    cwd: project,
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: true,
    env: { ...env, PATH, STARTED: note },
  })
  // The output closes when the last process that inherited it exits.
  let isRunning = true
  top.stdout.resume().once('close', () => (isRunning = false))
  const pids = await eventually('the script is up', async () => {
    const [script, runner, end] = existsSync(note) ? readFileSync(note, 'utf8').split(' ') : []
    return end === undefined ? undefined : { script: Number(script), runner: Number(runner) }
  })
  after(() => isRunning && [pids.script, pids.runner, top.pid!].forEach(kill))
  return {
    ...pids,
    npm: top.pid!,
    shell: () => parentOf(pids.runner),
    isRunning: () => isRunning,
    async endedWith() {
      await eventually('every process has ended', async () => !isRunning, ENDS_WITHIN_SECONDS)
      const ended = `${note}.ended`
      return existsSync(ended) ? Number(readFileSync(ended, 'utf8')) : undefined
    },
  }
}

const parentOf = (pid: number) =>
  Number(execFileSync('ps', ['-o', 'ppid=', '-p', String(pid)], { encoding: 'utf8' }))

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has already exited, as expected.
  }
}

describe('npm start', { skip: process.platform === 'win32', concurrency: 3 }, () => {
  const ends: [string, (started: Started) => void][] = [
    ['SIGTERM to npm', ({ npm }) => process.kill(npm, 'SIGTERM')],
    ['SIGHUP to npm', ({ npm }) => process.kill(npm, 'SIGHUP')],
    ['SIGKILL of npm', ({ npm }) => process.kill(npm, 'SIGKILL')],
    ['SIGTERM to the shell', ({ shell }) => process.kill(shell(), 'SIGTERM')],
    ['SIGKILL of the shell', ({ shell }) => process.kill(shell(), 'SIGKILL')],
    ['SIGTERM to the runner', ({ runner }) => process.kill(runner, 'SIGTERM')],
    ['SIGKILL of the runner', ({ runner }) => process.kill(runner, 'SIGKILL')],
    ['Ctrl-C', ({ npm }) => process.kill(-npm, 'SIGINT')],
    ['a supervisor that signals every process', ({ npm }) => process.kill(-npm, 'SIGTERM')],
    ['a terminal that closes', ({ npm }) => process.kill(-npm, 'SIGHUP')],
  ]
  for (const [name, end] of ends)
    test(`${name} stops the server cleanly`, async () => {
      const started = await start('exec npm start')
      end(started)
      assert.equal(await started.endedWith(), 0)
    })

  const detached: [string, string][] = [
    ['with nohup in the background', 'nohup npm start &'],
    ['by a script of npm that puts it into the background', 'exec npm run background'],
    ['without npm', 'node scripts/run.mjs server/main.ts &'],
  ]
  for (const [name, line] of detached)
    test(`a server that was started ${name} outlives the shell that started it`, async () => {
      const started = await start(line)
      await new Promise((resolve) => setTimeout(resolve, SEVERAL_POLLS_MS))
      assert.ok(started.isRunning())
      process.kill(started.script, 'SIGTERM')
      assert.equal(await started.endedWith(), 0)
    })
})

describe(
  'a command without a handler of SIGTERM',
  { skip: process.platform === 'win32', concurrency: 2 },
  () => {
    test('exits when npm is killed', async () => {
      const started = await start('exec npm run plain')
      process.kill(started.npm, 'SIGKILL')
      assert.equal(await started.endedWith(), undefined)
    })

    test('exits when the runner is killed', async () => {
      const started = await start('exec npm run plain')
      process.kill(started.runner, 'SIGKILL')
      assert.equal(await started.endedWith(), 143)
    })

    test('exits when its work is done', async () => {
      assert.equal(await (await start('exec npm run plain -- finish')).endedWith(), 0)
    })
  },
)

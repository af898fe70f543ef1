import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, describe, test } from 'node:test'
import { eventually } from '#testing/eventually.ts'

const ROOT = join(import.meta.dirname, '..')
const COMMAND = 'node scripts/run.mjs server/main.ts'
/** Seconds. Half of one passes until the end of npm is noticed; the server takes 0.7. */
const ENDS_WITHIN = 10
/** Milliseconds: several polls of scripts/npm-watch.mjs, which would have noticed. */
const LONG_ENOUGH = 2000

/** A project whose `npm start` takes half a second to stop, as a server with requests in flight does. */
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
  /** Process ids, from the top; on macOS the shell is npm, which has become its last command. */
  npm: number
  shell: () => number
  runner: number
  script: number
  /** Waits until every process has ended. @returns exit code of the script; undefined when a signal ended it */
  endedWith(): Promise<number | undefined>
  isRunning: () => boolean
}

let starts = 0

/** Runs a line of shell in a process group of its own, as a terminal does, until the script of the command is up. */
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
  // The output closes with the last process that has it.
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
      await eventually('every process has ended', async () => !isRunning, ENDS_WITHIN)
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
    // It has ended, as it should.
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
    test(`${name} stops the server in order`, async () => {
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
      await new Promise((resolve) => setTimeout(resolve, LONG_ENOUGH))
      assert.ok(started.isRunning())
      process.kill(started.script, 'SIGTERM')
      assert.equal(await started.endedWith(), 0)
    })
})

describe(
  'a command without a handler of SIGTERM',
  { skip: process.platform === 'win32', concurrency: 2 },
  () => {
    test('ends when npm is killed', async () => {
      const started = await start('exec npm run plain')
      process.kill(started.npm, 'SIGKILL')
      assert.equal(await started.endedWith(), undefined)
    })

    test('ends when the runner is killed', async () => {
      const started = await start('exec npm run plain')
      process.kill(started.runner, 'SIGKILL')
      assert.equal(await started.endedWith(), 143)
    })

    test('ends by itself when its work is done', async () => {
      assert.equal(await (await start('exec npm run plain -- finish')).endedWith(), 0)
    })
  },
)

import assert from 'node:assert/strict'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { eventually } from '#testing/eventually.ts'
import { cpuTime } from './cpu.ts'
import { ROOT } from './paths.ts'
import { runSubject } from './subject-run.ts'

const folder = mkdtempSync(join(tmpdir(), 'bb-bench-'))
after(() => rmSync(folder, { recursive: true, force: true }))

/** Runs a program as a subject, for two seconds by default. @returns its outcome and the lines of progress */
async function run(name: string, program: string, limitSeconds = 2, signal?: AbortSignal) {
  const script = join(folder, `${name}.mjs`)
  writeFileSync(script, program)
  const lines: string[] = []
  const outcome = await runSubject({
    name,
    script: [script],
    limitSeconds,
    say: (line) => lines.push(line),
    ...(signal ? { signal } : {}),
  })
  return { outcome, lines }
}

/** A program that starts another one, creates a data folder and then hangs. */
const HANGS = `
  import { spawn } from 'node:child_process'
  import { mkdirSync, writeFileSync } from 'node:fs'
  mkdirSync(\`${ROOT}/.tmp/bench-\${process.pid}-data\`, { recursive: true })
  // Simulates a server that takes a moment to stop.
  const server = \`process.on('SIGTERM', () => setTimeout(() => {
    require('node:fs').writeFileSync('${folder}/stopped', '')
    process.exit()
  }, 300)); setInterval(() => undefined, 1000); console.log('up')\`
  const child = spawn(process.execPath, ['-e', server], { stdio: ['ignore', 'pipe', 'inherit'] })
  child.stdout.once('data', () => {
    writeFileSync('${folder}/pid', String(process.pid))
    process.send({ kind: 'progress', text: 'waiting forever' })
  })`

test('a subject that hangs fails by name at its time limit, and everything it started stops cleanly', async () => {
  mkdirSync(join(ROOT, '.tmp'), { recursive: true, mode: 0o711 })
  const { outcome, lines } = await run('hangs', HANGS)
  assert.deepEqual(outcome, {
    name: 'hangs',
    rows: [],
    failure: 'took longer than 2 s, while waiting forever',
  })
  assert.match(lines[0]!, /^hangs \d s of 2: waiting forever$/)
  assert.ok(existsSync(join(folder, 'stopped')), 'the process that it started stopped cleanly')
  const pid = readFileSync(join(folder, 'pid'), 'utf8')
  assert.equal(existsSync(join(ROOT, '.tmp', `bench-${pid}-data`)), false, 'its data is removed')
})

test('a subject that blocks its own event loop is ended, too', async () => {
  const { outcome } = await run('blocks', 'for (;;);')
  assert.equal(outcome.failure, 'took longer than 2 s, while starting')
})

test('a subject that is ended early reports it', async () => {
  rmSync(join(folder, 'pid'), { force: true })
  const ended = new AbortController()
  const running = run('ended', HANGS, 60, ended.signal)
  await eventually('it runs', async () => existsSync(join(folder, 'pid')))
  ended.abort()
  assert.equal((await running).outcome.failure, 'was ended')
})

test('rows and failures are reported; an exit without either is a failure', async () => {
  const rows = [{ name: 'one', measured: 2, atLeast: 1 }]
  const good = await run(
    'good',
    `process.send(${JSON.stringify({ kind: 'rows', rows })}, () => process.exit())`,
    60,
  )
  assert.deepEqual(good.outcome, { name: 'good', rows })
  const bad = await run('bad', `process.send({ kind: 'failure', text: 'no peer' }, () => process.exit())`, 60)
  assert.equal(bad.outcome.failure, 'no peer')
  const silent = await run('silent', 'process.exit(3)', 60)
  assert.equal(silent.outcome.failure, 'ended without a result (3)')
})

test(
  'CPU time measures the work of processes, not their elapsed time',
  { skip: process.platform !== 'linux' },
  async () => {
    const data = mkdtempSync(join(folder, 'data-'))
    mkdirSync(join(data, 'postgres'))
    // This process acts as the server, and its parent as PostgreSQL.
    writeFileSync(join(data, 'postgres', 'postmaster.pid'), `${process.ppid}\n`)
    const start = cpuTime(process.pid, data)!
    await new Promise((resolve) => setTimeout(resolve, 300))
    const waited = cpuTime(process.pid, data)!
    const own = process.cpuUsage()
    const until = performance.now() + 300
    while (performance.now() < until);
    const { user, system } = process.cpuUsage(own)
    const worked = cpuTime(process.pid, data)!
    assert.ok(waited.server - start.server < 200, `waiting took ${waited.server - start.server} ms`)
    // Ticks are 10 ms long; user and system time are rounded separately.
    assert.ok(Math.abs(worked.server - waited.server - (user + system) / 1000) <= 30)
    assert.ok(worked.postgres - waited.postgres >= worked.server - waited.server - 30, 'children count')
    assert.equal(cpuTime(2 ** 22 + 1, data), undefined)
  },
)

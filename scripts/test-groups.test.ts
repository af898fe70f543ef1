import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { after, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { groupTestFiles } from './test-groups.ts'
import { ROOT } from './test-results.ts'

mkdirSync(join(ROOT, '.tmp'), { recursive: true, mode: 0o711 })
const folder = mkdtempSync(join(ROOT, '.tmp', 'groups-'))
after(() => rmSync(folder, { recursive: true }))

/** Writes a file. @returns its path relative to the project's folder */
function write(name: string, text: string): string {
  writeFileSync(join(folder, name), text)
  return relative(ROOT, join(folder, name))
}

test('files share a process, except long ones and files that change globals, and journeys only with their kind', () => {
  const alone = [
    'e2e/studio-account.test.ts',
    write('global.test.ts', 'globalThis.window = {}'),
    write('exit.test.ts', 'process.exit(0)'),
    write('mock.test.ts', `mock.timers.enable()`),
    write('clock.test.ts', 'Date.now = () => 0'),
  ]
  const own = ['journey', 'orders', 'stats', 'webhooks'].map((name) => `e2e/${name}.test.ts`)
  const journeys = ['customers', 'embeds', 'manual', 'palette'].map((name) => `e2e/${name}.test.ts`)
  const sharing = Array.from({ length: 34 }, (_, at) => write(`plain-${at}.test.ts`, 'await 1'))
  const [customers, embeds, manual, palette] = journeys as [string, string, string, string]
  const [journey, orders, stats, webhooks] = own as [string, string, string, string]
  assert.deepEqual(
    groupTestFiles([...alone, ...own, ...journeys, ...sharing], ['e2e/studio-account.test.ts']),
    [
      ...alone.map((file) => [file]),
      [journey, stats],
      [orders, webhooks],
      [customers, manual],
      [embeds, palette],
      sharing.filter((_, at) => at % 2 === 0),
      sharing.filter((_, at) => at % 2 === 1),
    ],
  )
})

test('files that share a process are reported separately and do not affect each other', () => {
  const start = `import assert from 'node:assert/strict'\nimport { test } from 'node:test'\n`
  const files = [
    write(
      'faulty.test.ts',
      `${start}process.env.BB_TRACE = '1'
      test('fails', () => assert.equal(process.env.BB_TRACE, '2'))
      test('exits', () => process.exit(0))
      test('is skipped', { skip: 'for a reason' }, () => undefined)`,
    ),
    write('dead.test.ts', `throw new Error('dead at its start')`),
    write(
      'slow.test.ts',
      `${start}import { after } from 'node:test'
      import { writeFileSync } from 'node:fs'
      import { setTimeout as pause } from 'node:timers/promises'
      await pause(50)
      after(async () => {
        await pause(50)
        writeFileSync(${JSON.stringify(join(folder, 'hook-ran'))}, '')
      })
      test('waits at its top', () => undefined)`,
    ),
    write(
      'sound.test.ts',
      `${start}import { existsSync } from 'node:fs'
      const hookRan = existsSync(${JSON.stringify(join(folder, 'hook-ran'))})
      test('sees no trace', () => assert.equal(process.env.BB_TRACE, undefined))
      test('loads after the hooks of the file before it', () => assert.ok(hookRan))`,
    ),
  ]
  write(
    'test-group-1.mjs',
    `import { runGroup } from '#testing/test-group.ts'\nawait runGroup(${JSON.stringify(files)})`,
  )
  // Written to a file, because the test processes would inherit code passed with -e.
  const program = write(
    'run.mjs',
    `
    import { pipeline } from 'node:stream/promises'
    import { run } from 'node:test'
    import { reporter } from ${JSON.stringify(pathToFileURL(join(import.meta.dirname, 'test-reporter.ts')).href)}
    const tests = run({ files: [${JSON.stringify(join(folder, 'test-group-1.mjs'))}] })
    await pipeline(tests.compose(reporter()), process.stdout, { end: false })`,
  )
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const { stdout } = spawnSync(process.execPath, [program], {
    cwd: ROOT,
    env,
    encoding: 'utf8',
  })
  const [faulty, dead, slow, sound] = files as [string, string, string, string]
  const lines = stdout.split('\n').map((line) => line.replace(/ \(\d.*/, ''))
  for (const line of [
    `✖ ${faulty}: 0 passed, 2 failed, 1 skipped`,
    `✖ ${dead}: 0 passed, 1 failed`,
    `✔ ${slow}: 1 passed`,
    `✔ ${sound}: 2 passed`,
    `  is skipped: for a reason  (${faulty})`,
    '3 passed, 3 failed, 1 skipped',
  ])
    assert.ok(lines.includes(line), `${line}\n${stdout}`)
  assert.match(stdout, /dead at its start/)
  assert.match(stdout, /process\.exit\(0\) would end the tests of other files/)
  assert.doesNotMatch(stdout, /test-group-1\.mjs: /)
})

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { after, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { isPure } from './pure-files.ts'
import { ROOT } from './test-results.ts'

mkdirSync(join(ROOT, '.tmp'), { recursive: true, mode: 0o711 })
const folder = mkdtempSync(join(ROOT, '.tmp', 'pure-'))
after(() => rmSync(folder, { recursive: true }))

/** @returns its path from the project's folder */
function write(name: string, text: string): string {
  writeFileSync(join(folder, name), text)
  return relative(ROOT, join(folder, name))
}

test('a file of tests shares its process only when neither it nor a module that it imports does more than compute', () => {
  assert.equal(isPure('ui/chart/chart-scale.test.ts'), true)
  assert.equal(isPure('kernel/db/database.test.ts'), false, 'a database, through testing/test-database.ts')
  assert.equal(isPure('e2e/palette.test.ts'), false, 'a browser')
  write('server.ts', `import { createServer } from 'node:http'\nexport const server = createServer()`)
  const files: Record<string, string> = {
    'a server': `import { server } from './server.ts'\nserver.listen()`,
    'a wait at the top': `const a = await Promise.resolve(1)\nconsole.log(a)`,
    'a global': `globalThis.window = {}`,
    'a lazy import': `export const later = () => import('node:child_process')`,
  }
  for (const [what, text] of Object.entries(files))
    assert.equal(isPure(write(`${what.replaceAll(' ', '-')}.test.ts`, text)), false, what)
  assert.equal(isPure(write('types.test.ts', `import type { Server } from 'node:http'`)), true)
})

test('files that share a process are reported each under its own name, and leave nothing to each other', () => {
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
      'sound.test.ts',
      `${start}test('sees no trace', () => assert.equal(process.env.BB_TRACE, undefined))`,
    ),
  ]
  write(
    'pure-files-1.mjs',
    `import { runGroup } from '#testing/pure-group.ts'\nrunGroup(${JSON.stringify(files)})`,
  )
  // As a file: what is given with -e would be given to the processes of the tests, too.
  const program = write(
    'run.mjs',
    `
    import { pipeline } from 'node:stream/promises'
    import { run } from 'node:test'
    import { reporter } from ${JSON.stringify(pathToFileURL(join(import.meta.dirname, 'test-reporter.ts')).href)}
    const tests = run({ files: [${JSON.stringify(join(folder, 'pure-files-1.mjs'))}] })
    await pipeline(tests.compose(reporter()), process.stdout, { end: false })`,
  )
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const { stdout } = spawnSync(process.execPath, [program], {
    cwd: ROOT,
    env,
    encoding: 'utf8',
  })
  const [faulty, dead, sound] = files as [string, string, string]
  const lines = stdout.split('\n').map((line) => line.replace(/ \(\d.*/, ''))
  for (const line of [
    `✖ ${faulty}: 0 passed, 2 failed, 1 skipped`,
    `✖ ${dead}: 0 passed, 1 failed`,
    `✔ ${sound}: 1 passed`,
    `  is skipped: for a reason  (${faulty})`,
    '1 passed, 3 failed, 1 skipped',
  ])
    assert.ok(lines.includes(line), `${line}\n${stdout}`)
  assert.match(stdout, /dead at its start/)
  assert.match(stdout, /process\.exit\(0\) would end the tests of other files/)
  assert.doesNotMatch(stdout, /pure-files-1\.mjs: /)
})

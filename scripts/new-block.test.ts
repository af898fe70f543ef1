/** CONTRIBUTING promises that a new block is a folder and four lines, without other edits. */
import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { GO_ENVIRONMENT, LINT, TYPE_CHECK } from './compilers.ts'
import { formsOf, nameFault } from './new-block/new-block.ts'
import { ROOT } from './test-results.ts'

const NAME = 'throw-away'

/** Outside ROOT, so that tools neither read the copy nor apply the settings of this checkout. */
const copy = mkdtempSync(join(tmpdir(), 'bb-new-block-'))
after(() => rmSync(copy, { recursive: true, force: true }))

/** @throws an error with the output if the command fails */
function node(...args: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = ''
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...args], {
      cwd: copy,
      env: { ...GO_ENVIRONMENT, ...process.env, NODE_TEST_CONTEXT: undefined, BB_TEST_TEMPLATE: undefined },
    })
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (output += String(part)))
    child.on('error', reject)
    child.on('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`${args.join(' ')} ended with ${code}\n${output}`)),
    )
  })
}
const bin = (name: string) => join(ROOT, 'node_modules', name)
const bytesOf = (root: string) => readFileSync(join(root, 'dist/embed/loader/bb.js'))
const build = `import { buildParts } from './scripts/build/parts.ts'
for (const part of buildParts(process.cwd())) if (part.name === 'embed') await part.run()`
/** As a group of `npm test`, because each process of its own would load 2,000 modules. */
const testInOneProcess = (files: string[]) =>
  node(
    '--input-type=module',
    '-e',
    `import { runGroup } from './testing/test-group.ts'\nawait runGroup(${JSON.stringify(files)})`,
  )
const buildEmbed = () => node('--input-type=module', '-e', build)
/** The script tag alone, which `buildEmbed` builds in the same way. */
const buildTag = () =>
  node(
    '--input-type=module',
    '-e',
    `import { buildLoader } from './scripts/build/loader.ts'\nawait buildLoader('dist/embed/loader')`,
  )

test('a new block passes the check, the budgets and its own tests without any other edit', async () => {
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], { cwd: ROOT })
  for (const file of String(files).split('\0').filter(Boolean)) {
    mkdirSync(dirname(join(copy, file)), { recursive: true })
    cpSync(join(ROOT, file), join(copy, file))
  }
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'))
  await buildTag()
  const before = bytesOf(copy)

  await node('scripts/new.ts', 'block', NAME)
  // The check of this checkout covers the files that a new block does not change.
  const changed = ['blocks', 'packages/js', 'kernel/db']
  await Promise.all([
    node(...TYPE_CHECK),
    (async () => {
      await node(bin('oxfmt/bin/oxfmt'), '--check', ...changed)
      await node(...LINT, `blocks/${NAME}`)
      await node('--test', 'architecture.test.ts')
      await buildEmbed()
      await testInOneProcess([
        'embed/budget.test.ts',
        ...globSync(`blocks/${NAME}/*.test.ts`, { cwd: copy }),
        'server/foreign-tenant.test.ts',
      ])
    })(),
  ])
  assert.deepEqual(bytesOf(copy), before, 'the script tag does not grow')
})

test('names that are taken, reserved or not kebab-case are refused', async () => {
  for (const name of ['pay', 'my-block', 'profile', 'checkout-frame', 'refused', 'class', 'registry'])
    assert.match((await nameFault(name)) ?? '', /taken/, name)
  for (const name of ['Guestbook', 'guest_book', '-x', 'x-', '1st', '../x', '', 'x'.repeat(31)])
    assert.match((await nameFault(name)) ?? '', /not a name/, name)
  assert.equal(await nameFault('a-name-of-no-block'), undefined)
})

test('a name has the forms that code, tables and screens need', () => {
  assert.deepEqual(formsOf('guest-book'), {
    kebab: 'guest-book',
    snake: 'guest_book',
    Pascal: 'GuestBook',
    camel: 'guestBook',
    Title: 'Guest book',
  })
})

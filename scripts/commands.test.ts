import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { CAMPAIGNS } from './campaigns.ts'

const ROOT = join(import.meta.dirname, '..')
const read = (name: string): string => readFileSync(join(ROOT, name), 'utf8')

const order = (one: string, other: string): number => one.localeCompare(other)

const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
const commands = Object.keys(scripts).toSorted(order)

/** Commands in the tables of a page. */
const inTables = (page: string) =>
  new Set([...page.matchAll(/^\| `npm (?:run )?(?:-s )?([\w-]+)/gm)].map(([, name]) => name!))

test('docs/commands.md lists exactly the existing commands', () => {
  assert.deepEqual([...inTables(read('docs/commands.md'))].toSorted(order), commands)
})

test('the tables of CONTRIBUTING list exactly the commands that its first lines do not mention', () => {
  const page = read('CONTRIBUTING.md')
  const everyday = ['start', 'dev', 'check', 'test']
  assert.deepEqual(
    [...inTables(page)].toSorted(order),
    commands.filter((name) => !everyday.includes(name)),
  )
})

test('docs/commands.md and CONTRIBUTING list every campaign, and their scripts exist', () => {
  const names = Object.keys(CAMPAIGNS).toSorted(order)
  for (const page of ['docs/commands.md', 'CONTRIBUTING.md']) {
    const listed = [...read(page).matchAll(/^\| `npm run campaign ([\w-]+)/gm)].map(([, name]) => name!)
    assert.deepEqual(listed.toSorted(order), names, page)
  }
  for (const { script } of Object.values(CAMPAIGNS)) assert.ok(existsSync(join(ROOT, script)), script)
})

test('pages name no command that does not exist', () => {
  const pages = globSync('{*.md,{bench,blocks,docs,e2e,embed,features,packages,services}/**/*.md}', {
    cwd: ROOT,
  })
  assert.ok(pages.length > 40, pages.join(' '))
  const unknown = pages
    .filter((page) => page !== 'CHANGELOG.md' && !page.includes('node_modules'))
    .flatMap((page) =>
      [...read(page).matchAll(/`(?:[A-Z_]+=\S+ )*npm run (?:-s )?([\w-]+)/g)]
        .filter(([, name]) => !Object.hasOwn(scripts, name!))
        .map(([text]) => `${page}: ${text}`),
    )
  assert.deepEqual(unknown, [])
})

test('every command is started by scripts/run.mjs, with a script that exists', () => {
  for (const [name, command] of Object.entries(scripts)) {
    const script = /^node scripts\/run\.mjs (\S+\.ts)$/.exec(command)?.[1]
    assert.ok(script && existsSync(join(ROOT, script)), `${name}: ${command}`)
  }
})

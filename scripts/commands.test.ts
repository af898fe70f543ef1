import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const read = (name: string): string => readFileSync(join(import.meta.dirname, '..', name), 'utf8')

const order = (one: string, other: string): number => one.localeCompare(other)

test('the README tells of every command there is, and of no other', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const told = read('README.md').matchAll(/^\| `npm (?:run )?(?:-s )?([\w-]+)/gm)
  assert.deepEqual([...told].map(([, name]) => name!).toSorted(order), Object.keys(scripts).toSorted(order))
})

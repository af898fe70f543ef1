import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { ROOT } from '#testing/test-cluster.ts'
import type { Field } from '../browser/fields/field.ts'
import type { TableDescription } from './description.ts'
import { tableTypes } from './table-types.ts'

const table = (id: string, name: string, title: string, fields: Field[]): TableDescription => ({
  id,
  name,
  title,
  fields,
  rights: { see: null, add: null, change: null, delete: null },
  teamScoped: false,
  approval: false,
})
const field = (name: string, kind: Field['kind'], more: Partial<Field> = {}): Field => ({
  id: name.padEnd(8, 'a').slice(0, 8),
  name,
  title: name,
  kind,
  ...more,
})

const tables = [
  table('2', 'books', 'Books */ evil', [
    field('title', 'text', { required: true }),
    field('author', 'relation', { table: '1' }),
    field('state', 'choice', {
      choices: [{ value: 'it\'s "open"', title: 'Open' }],
      required: true,
      default: 'x',
    }),
    field('tags', 'choices'),
    field('cover', 'image'),
  ]),
  table('1', 'authors', 'Authors', [field('name', 'text')]),
]

test('[peers D16] own tables as types of the official client', () => {
  const text = tableTypes(tables)
  assert.equal(text, tableTypes(tables.toReversed()), 'the order does not matter')
  const program = `import type { SupabaseClient } from '@supabase/supabase-js'
${text}
declare const shop: SupabaseClient<Database>
export const fine = shop.from('books').insert({ title: 'x', tags: ['a'], cover: 'id of an upload' })
export const size = shop.from('books').select('cover').then(({ data }) => data![0]!.cover!.size.toFixed())
export const joined = shop.from('books').select('title, authors(name)').then(({ data }) => data![0]!.authors!.name!.length)
// @ts-expect-error title is required
export const missing = shop.from('books').insert({ tags: [] })
// @ts-expect-error there is no such table
export const none = shop.from('bookz')
// @ts-expect-error not a choice
export const odd = shop.from('books').insert({ title: 'x', state: 'closed' })
`
  // Inside the repository, so that the client's types are found.
  const folder = join(ROOT, '.tmp', `types-${process.pid}`)
  after(() => rmSync(folder, { recursive: true, force: true }))
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'sample.ts'), program)
  const compilerOptions = {
    noEmit: true,
    strict: true,
    skipLibCheck: true,
    target: 'esnext',
    module: 'nodenext',
    types: [],
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['sample.ts'] }))
  const { stdout } = spawnSync(process.execPath, [
    join(ROOT, 'node_modules/typescript/bin/tsc'),
    '-p',
    folder,
  ])
  assert.equal(String(stdout), '')
})

import assert from 'node:assert/strict'
import { readFileSync, globSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { ROOT } from '#testing/test-cluster.ts'

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')
const sourcesIn = (...patterns: string[]) =>
  globSync(patterns, { cwd: ROOT }).map((file) => ({ file, text: read(file) }))

/** Mounted by the program itself, round every page: the gallery's toasts come out of them. */
const ROUND_EVERY_PAGE = ['ToastHost', 'Toaster']

/** Components that a file of ui/ gives to others. */
const exported = (text: string) =>
  [...text.matchAll(/^export (?:default )?function ([A-Z]\w*)/gm)].map(([, name]) => name!)

/** Files in a folder of ui/ that only their own folder imports: parts of a component, not components. */
function isPart(file: string, all: { file: string; text: string }[]): boolean {
  const folder = dirname(file)
  if (folder === 'ui' || folder.startsWith('ui/base')) return false
  return !all.some(({ file: by, text }) => dirname(by) !== folder && text.includes(`${file.slice(2)}'`))
}

test('every component of ui/ stands in the gallery', () => {
  const ui = sourcesIn('ui/**/*.tsx')
  const all = [...ui, ...sourcesIn('{studio,features,blocks,embed}/**/*.tsx')]
  const gallery = sourcesIn('studio/gallery/*.tsx')
    .map(({ text }) => text)
    .join('\n')
  const components = ui.filter(({ file }) => !isPart(file, all)).flatMap(({ text }) => exported(text))
  assert.ok(components.length > 40, 'the files were found')
  for (const name of ['Button', 'LineChart', 'Dialog', 'Select']) assert.ok(components.includes(name), name)
  const missing = components.filter(
    (name) => !ROUND_EVERY_PAGE.includes(name) && !new RegExp(`<${name}\\b`).test(gallery),
  )
  assert.deepEqual(missing, [])
})

test('every section is on the page', () => {
  const page = read('studio/gallery/gallery.tsx')
  const sections = sourcesIn('studio/gallery/gallery-*.tsx')
    .filter(({ file }) => !file.endsWith('gallery-section.tsx'))
    .flatMap(({ text }) => exported(text))
  assert.ok(sections.length > 5)
  assert.deepEqual(
    sections.filter((name) => !page.includes(`<${name} />`)),
    [],
  )
})

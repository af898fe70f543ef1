import assert from 'node:assert/strict'
import { readFileSync, globSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { ROOT } from '#testing/test-cluster.ts'

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')
const sourcesIn = (...patterns: string[]) =>
  globSync(patterns, { cwd: ROOT }).map((file) => ({ file, text: read(file) }))

/** The app mounts these around every page, so the gallery uses them without rendering them. */
const MOUNTED_BY_APP = ['PageFrame', 'ToastHost', 'Toaster']

/** Names of the components that a file in ui/ exports. */
const exported = (text: string) =>
  [...text.matchAll(/^export (?:default )?function ([A-Z]\w*)/gm)].map(([, name]) => name!)

/** Whether only files in its own folder import the file. Such a file is an internal of a component. */
function isInternal(file: string, all: { file: string; text: string }[]): boolean {
  const folder = dirname(file)
  if (folder === 'ui' || folder.startsWith('ui/base')) return false
  return !all.some(
    ({ file: importer, text }) => dirname(importer) !== folder && text.includes(`${file.slice(2)}'`),
  )
}

test('the gallery shows every component of ui/', () => {
  const ui = sourcesIn('ui/**/*.tsx')
  const all = [...ui, ...sourcesIn('{studio,features,blocks,embed}/**/*.tsx')]
  const gallery = sourcesIn('testing/gallery/*.tsx')
    .map(({ text }) => text)
    .join('\n')
  const components = ui.filter(({ file }) => !isInternal(file, all)).flatMap(({ text }) => exported(text))
  assert.ok(components.length > 40, 'the files were found')
  for (const name of ['Button', 'Chart', 'Dialog', 'Select']) assert.ok(components.includes(name), name)
  const missing = components.filter(
    (name) => !MOUNTED_BY_APP.includes(name) && !new RegExp(`<${name}\\b`).test(gallery),
  )
  assert.deepEqual(missing, [])
})

test('the gallery page renders every section', () => {
  const page = read('testing/gallery/gallery.tsx')
  const sections = sourcesIn('testing/gallery/gallery-*.tsx')
    .filter(({ file }) => !file.endsWith('gallery-section.tsx'))
    .flatMap(({ text }) => exported(text))
  assert.ok(sections.length > 5)
  assert.deepEqual(
    sections.filter((name) => !page.includes(`<${name} />`)),
    [],
  )
})

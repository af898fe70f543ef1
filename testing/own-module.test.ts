import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { readSources } from './architecture/sources.ts'
import { ownModule } from './own-module.ts'
import { ROOT } from './test-cluster.ts'

const IMPORT = /^(?:import|export)\b[^'"`;]*?['"]([.#][^'"]+\.ts)['"]/gm

/** Imports of the project's own modules by its files, as file and specifier. */
const written = readSources()
  .filter(({ path }) => path.endsWith('.ts'))
  .flatMap(({ path, text }) => [...text.matchAll(IMPORT)].map((one): [string, string] => [path, one[1]!]))

test('every import of an own module has the same address as with Node', () => {
  assert.ok(written.length > 5_000, String(written.length))
  // Node resolves relative addresses against the file as URLs, so one file for each alias and each folder is enough.
  const sample = [
    ...new Map(
      written.map(([path, name]) => [name.replace(/[^/]*$/, '') + path.split('/')[0], [path, name]]),
    ).values(),
  ]
  const program = `const { createRequire } = process.getBuiltinModule('module')
for (const [file, name] of ${JSON.stringify(sample)})
  console.log(new URL('file://' + createRequire(${JSON.stringify(`${ROOT}/`)} + file).resolve(name)).href)`
  const found = execFileSync(process.execPath, ['-e', program], { encoding: 'utf8' }).trim().split('\n')
  assert.deepEqual(
    sample.map(([path, name]) => ownModule(name!, pathToFileURL(join(ROOT, path!)).href)),
    found,
  )
  for (const [path, name] of written) {
    const url = ownModule(name, pathToFileURL(join(ROOT, path)).href)
    assert.ok(url && existsSync(fileURLToPath(url)), `${path}: ${name}`)
  }
})

test('everything else is found by Node', async () => {
  const own = pathToFileURL(join(ROOT, 'server/app.ts')).href
  for (const name of ['pg', 'node:fs', '#package.json', './app.js', './app.ts?again', '#nothing/app.ts'])
    assert.equal(ownModule(name, own), undefined, name)
  assert.equal(ownModule('./app.ts', undefined), undefined)
  assert.equal(ownModule('./app.ts', pathToFileURL(join(ROOT, '..', 'elsewhere/app.ts')).href), undefined)
  assert.equal(ownModule('./a.ts', pathToFileURL(join(ROOT, 'node_modules/a/b.ts')).href), undefined)
  const missing = './no-such-module.ts'
  await assert.rejects(import(missing), { code: 'ERR_MODULE_NOT_FOUND' })
})

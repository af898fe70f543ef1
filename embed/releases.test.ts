import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const releases = join(import.meta.dirname, 'releases')
const list = join(releases, 'hashes.json')
const hashes = (existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : {}) as Record<string, string>

test('a published script tag is byte for byte what it was: pages pin it by this hash', () => {
  assert.ok(Object.keys(hashes).length >= 2, 'embed/releases/hashes.json lists no release')
  for (const [file, hash] of Object.entries(hashes)) {
    const now = createHash('sha384')
      .update(readFileSync(join(releases, file)))
      .digest('base64')
    assert.equal(`sha384-${now}`, hash, `${file} was edited; publish a new version instead`)
  }
})

test('every published file has its hash', () => {
  const files = globSync('v*/*', { cwd: releases }).map((file) => file.replaceAll('\\', '/'))
  assert.deepEqual(files.toSorted(), Object.keys(hashes).toSorted())
})

test('a published loader says its own version and has its second part beside it', () => {
  for (const file of Object.keys(hashes).filter((name) => name.endsWith('/bb.js'))) {
    assert.ok(readFileSync(join(releases, file), 'utf8').includes(file.slice(1, -'/bb.js'.length)), file)
    assert.ok(hashes[file.replace('bb.js', 'bb-more.js')], file)
  }
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compareVersions, readReleases } from './embed-releases.ts'

test('versions are compared as numbers, part by part', () => {
  assert.deepEqual(['1.10.0', '1.9.0', '1.9.10', '1.9.9'].toSorted(compareVersions), [
    '1.9.0',
    '1.9.9',
    '1.9.10',
    '1.10.0',
  ])
  assert.equal(compareVersions('1.2.3', '1.2.3'), 0)
})

test('published tags are told newest first, each with the hash of its first part', () => {
  const releases = readReleases()
  assert.ok(releases.length >= 2)
  assert.deepEqual(
    releases,
    releases.toSorted((a, b) => compareVersions(b.version, a.version)),
  )
  for (const { integrity } of releases) assert.match(integrity, /^sha384-[\w+/]{64}$/)
  assert.deepEqual(readReleases('/nowhere/hashes.json'), [])
})

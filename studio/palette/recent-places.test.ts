import assert from 'node:assert/strict'
import { test } from 'node:test'
import { historyUrls, recentPlaces } from './recent-places.ts'

const PATHS = ['/', '/studio', '/studio/connect', '/bolt/blocks', '/studio/account', '/trust']
const urls = (...paths: string[]) => paths.map((path) => `https://studio.test${path}`)

test('the last screens come first, each once, without the current one', () => {
  const visited = urls('/studio', '/trust', '/studio/connect?tenant=1', '/trust', '/studio')
  assert.deepEqual(recentPlaces(visited, PATHS, '/studio'), ['/trust', '/studio/connect'])
})

test('only screens with a name are listed, at most four', () => {
  const visited = ['/bolt/blocks/0198', '/auth', ...PATHS].map((path) => `https://studio.test${path}`)
  assert.deepEqual(recentPlaces([null, ...visited], PATHS, '/nowhere'), [
    '/trust',
    '/studio/account',
    '/bolt/blocks',
    '/studio/connect',
  ])
})

test('who signs in after someone else in the same tab sees none of their places', () => {
  const entries = ['/studio', '/studio/connect', '/auth', '/studio/account'].map((path) => ({
    key: path,
    url: `https://studio.test${path}`,
  }))
  assert.deepEqual(historyUrls(null, entries), urls('/studio', '/studio/connect', '/auth', '/studio/account'))
  assert.deepEqual(historyUrls('/auth', entries), urls('/auth', '/studio/account'))
  // The browser has dropped the oldest entries.
  assert.deepEqual(historyUrls('gone', entries.slice(3)), urls('/studio/account'))
})

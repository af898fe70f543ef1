import assert from 'node:assert/strict'
import { test } from 'node:test'
import { recentPlaces } from './recent-places.ts'

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

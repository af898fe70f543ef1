import assert from 'node:assert/strict'
import { test } from 'node:test'
import { routePatterns } from '#testing/route-table.ts'
import { SCREEN_PATHS, isScreen } from './screen-paths.ts'

test('the server lists the screens of the Studio', () => {
  assert.deepEqual(SCREEN_PATHS.toSorted(), routePatterns().toSorted())
})

test('a path must match a screen completely', () => {
  for (const path of [
    '/',
    '/studio',
    '/studio/',
    '/Studio',
    '/bolt/blocks/1',
    '/bolt/payments/orders',
    '/bolt/blocks/%C3%A9',
  ])
    assert.ok(isScreen(path), path)
  for (const path of ['/studios', '/bolt/blocks/1/2', '/x/studio', '/nothing', '//studio', '/.studio'])
    assert.ok(!isScreen(path), path)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ActivityEvent } from '../endpoints.ts'
import { arrived } from './feed-rows.ts'

const event = (id: string, minute: number): ActivityEvent => ({
  kind: 'sign-up',
  id,
  at: `2026-11-26T14:0${minute}:00+00:00`,
  who: 'Ines',
})

test('only newer events have arrived: a row that moves up because another disappeared is not news', () => {
  const shown = [event('b', 2), event('a', 1)]
  assert.deepEqual(arrived(shown, [event('c', 3), ...shown]), ['sign-upc'])
  assert.deepEqual(arrived(shown, [event('b', 2), event('0', 0)]), [])
  assert.deepEqual(arrived([], shown), ['sign-upb', 'sign-upa'])
  assert.deepEqual(arrived(shown, shown), [])
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MAX_HEIGHT, PROTOCOL, seal } from '#embed/messages.ts'
import { heightIn } from './use-reported-height.ts'

const OURS = 'https://bolt.example'
const ready = seal('f1', { type: 'ready', height: 320 })

test('a preview takes the height from messages of our protocol, from our origin or an opaque one', () => {
  assert.equal(heightIn({ origin: OURS, data: ready }, OURS), 320)
  assert.equal(heightIn({ origin: 'null', data: { ...ready, type: 'resize' } }, OURS), 320)
  assert.equal(heightIn({ origin: 'https://evil.example', data: ready }, OURS), undefined)
  for (const data of [
    null,
    'ready',
    { type: 'ready', height: 320 },
    { ...ready, bb: PROTOCOL + 1 },
    { ...ready, type: 'close' },
    { ...ready, height: '320' },
    { ...ready, height: 0 },
    { ...ready, height: Number.NaN },
    { ...ready, height: MAX_HEIGHT },
  ])
    assert.equal(heightIn({ origin: OURS, data }, OURS), undefined, JSON.stringify(data))
})

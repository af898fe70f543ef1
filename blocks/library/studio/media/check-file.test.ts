import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileProblem, sizeText } from './check-file.ts'

const file = (name: string, type: string, size: number) => ({ name, type, size })

test('a file of the wrong type, without bytes or too large is refused by name', () => {
  assert.equal(fileProblem('video', file('a.mp4', 'video/mp4', 4e9)), undefined)
  assert.match(
    fileProblem('video', file('a.mp3', 'audio/mpeg', 9))!,
    /^a\.mp3 has the wrong type.*video file/,
  )
  assert.match(fileProblem('file', file('a.zip', '', 0))!, /is empty/)
  assert.equal(fileProblem('file', file('a.zip', '', 1)), undefined)
  assert.match(
    fileProblem('audio', file('a.wav', 'audio/wav', 6e9))!,
    /too large: 6 GB\. The maximum is 5 GB/,
  )
  // A picture that can contain scripts is none of a cover.
  assert.match(fileProblem('cover', file('a.svg', 'image/svg+xml', 9))!, /wrong type/)
})

test('sizes are short', () => {
  assert.deepEqual([0, 999, 1500, 3.44e6, 52e6, 4e9].map(sizeText), [
    '0 B',
    '999 B',
    '1.5 kB',
    '3.4 MB',
    '52 MB',
    '4 GB',
  ])
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileProblem, limitText, sizeText } from './check-file.ts'

const SERVER = 5e9
const file = (name: string, type: string, size: number) => ({ name, type, size })

test('a file of the wrong type, without bytes or too large is refused by name', () => {
  assert.equal(fileProblem('video', file('a.mp4', 'video/mp4', 4e9), SERVER), undefined)
  assert.match(
    fileProblem('video', file('a.mp3', 'audio/mpeg', 9), SERVER)!,
    /^a\.mp3 has the wrong type.*video file/,
  )
  assert.match(fileProblem('file', file('a.zip', '', 0), SERVER)!, /is empty/)
  assert.equal(fileProblem('file', file('a.zip', '', 1), SERVER), undefined)
  assert.match(
    fileProblem('audio', file('a.wav', 'audio/wav', 6e9), SERVER)!,
    /too large: 6 GB\. This server accepts files of up to 5 GB\./,
  )
  // A picture that can contain scripts is none of a cover.
  assert.match(fileProblem('cover', file('a.svg', 'image/svg+xml', 9), SERVER)!, /wrong type/)
})

test('the lower limit of the server and the field is shown, and a file just above it is larger', () => {
  const [server, picture] = [50 * 1024 ** 2, file('a.png', 'image/png', 10_000_001)]
  assert.equal(limitText('video', server), '52 MB')
  assert.match(fileProblem('video', file('a.mp4', 'video/mp4', server + 1), server)!, /: 53 MB\..* 52 MB\./)
  assert.equal(fileProblem('video', file('a.mp4', 'video/mp4', server), server), undefined)
  assert.match(fileProblem('cover', picture, server)!, /too large: 11 MB\. The maximum is 10 MB\.$/)
  assert.match(fileProblem('cover', picture, 5e6)!, /This server accepts files of up to 5 MB\./)
})

test('sizes are short', () => {
  assert.deepEqual(
    [0, 999, 1500, 3.44e6, 52e6, 4e9].map((bytes) => sizeText(bytes)),
    ['0 B', '999 B', '1.5 kB', '3.4 MB', '52 MB', '4 GB'],
  )
})

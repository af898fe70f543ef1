import assert from 'node:assert/strict'
import { test } from 'node:test'
import PDFDocument from 'pdfkit'
import { filesFor } from './font-files.ts'
import { typesetter } from './typesetter.ts'
import { wrapped } from './wrapped.ts'

/** 200 letters of Thai, which no font has, in another order for each number. */
const thai = (number: number) =>
  Array.from({ length: 200 }, (_, place) =>
    String.fromCodePoint(0x0e01 + ((place * (number + 1)) % 46)),
  ).join('')
const document = () => new PDFDocument({ autoFirstPage: false })

test('a character is looked up in the few files that may have it, not in all of them', () => {
  for (const [character, least, most] of [
    ['ก', 0, 0],
    ['a', 1, 12],
    ['Ж', 1, 12],
    ['直', 3, 3],
    ['김', 1, 3],
    ['\u{1f600}', 0, 3],
  ] as const) {
    const { length } = filesFor(character.codePointAt(0)!, 'en')
    assert.ok(length >= least && length <= most, `${character}: ${length}`)
  }
  const first = (language: 'en' | 'ja') => filesFor('直'.codePointAt(0)!, language)[0]!.path
  assert.match(first('en'), /noto-sans-sc/)
  assert.match(first('ja'), /noto-sans-jp/)
})

test('other requests get a turn for each text of 100 tickets with hostile names, and for each font', async () => {
  const names = Array.from({ length: 100 }, (_, number) => thai(number))
  // The program that subsets fonts loads with the first one.
  await typesetter(document(), { 400: [], 700: [] }, 'en')
  let [turns, isDone] = [0, false]
  const count = () => {
    turns++
    if (!isDone) setImmediate(count)
  }
  setImmediate(count)
  await typesetter(document(), { 400: [], 700: [...names, ...names] }, 'en')
  isDone = true
  assert.ok(turns >= new Set(names).size, `${turns} turns`)
})

test('a line is measured a few times, and what is not shown is not', () => {
  let asked = 0
  const fits = (line: string) => {
    asked++
    return line.trimEnd().length <= 20
  }
  for (const text of ['김'.repeat(200), '直'.repeat(200), 'i '.repeat(100).trim(), 'W'.repeat(200)]) {
    asked = 0
    const lines = wrapped(text, fits, 2)
    assert.equal(lines.length, 3, 'one more says that there is more')
    assert.ok(asked < 50, `${text.slice(0, 4)}: ${asked} times`)
    for (const line of lines.slice(0, 2)) assert.ok(line.length > 18 && line.length <= 20, line)
  }
})

test('lines break between words, and inside of a word that is longer than a line', () => {
  const fits = (line: string) => line.trimEnd().length <= 10
  assert.deepEqual(wrapped('', fits, 3), [])
  assert.deepEqual(wrapped('one two', fits, 3), ['one two'])
  assert.deepEqual(wrapped('Old barn, Mill Lane 4', fits, 3), ['Old barn,', 'Mill Lane', '4'])
  assert.deepEqual(wrapped('to abcdefghijklmnopq end', fits, 3), ['to abcdefg', 'hijklmnopq', 'end'])
  assert.deepEqual(wrapped('aaaaaaaaaa bbbbbbbbbb', fits, 2), ['aaaaaaaaaa', 'bbbbbbbbbb'])
  const none = () => false
  assert.deepEqual(wrapped('ab', none, 3), ['a', 'b'])
})

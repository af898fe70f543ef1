import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCodeGate } from './code-gate.ts'
import { findGuests } from './find-guests.ts'
import { pairingLink } from '../studio/check-in/pairing-link.ts'
import { readPairingLink } from './pairing-link.ts'
import { resultCopy, timeText } from './result-copy.ts'

test('a code in the picture counts once, and again after it was away', () => {
  const isNew = createCodeGate()
  const seen = (['A', 'A', undefined, 'A', 'B', undefined, 'B'] as const).map((code, at) =>
    isNew(code, at * 500),
  )
  assert.deepEqual(seen, [true, false, false, false, true, false, false])
  assert.equal(isNew('B', 9000), true)
})

test('guests are found by the starts of their names, without accents', () => {
  const guest = (id: string, holder_name?: string) => ({ id, code_hash: id, type_name: 'Seat', holder_name })
  const all = [guest('1', 'Zoë Müller-Lüdenscheid'), guest('2', 'Ada Oak'), guest('3')]
  const ids = (query: string) => findGuests(all, query).map(({ id }) => id)
  assert.deepEqual(ids(''), ['2', '1', '3'])
  assert.deepEqual([ids('ludensch zoe'), ids('oak'), ids('ak')], [['1'], ['2'], []])
})

test('a link is read from the address or from what was pasted', () => {
  const link = { publicKey: 'pk_abc123', code: 'a-B_9' }
  assert.deepEqual(readPairingLink('#pk_abc123/a-B_9'), link)
  assert.deepEqual(readPairingLink(' https://x.example/check-in/#pk_abc123/a-B_9\n'), link)
  assert.deepEqual(readPairingLink(pairingLink('https://x.example', 'pk_abc123', 'a-B_9')), link)
  for (const other of ['', '#pk_abc123', 'https://x.example/check-in/', '#sk_abc/def'])
    assert.equal(readPairingLink(other), undefined)
})

test('results say when and where a ticket was used, and that the list may be old', () => {
  const scan = { id: 'x', code_hash: 'x' }
  const at = new Date(2026, 5, 1, 19, 4).toISOString()
  assert.equal(timeText(at, new Date(2026, 5, 1)), '19:04')
  assert.equal(timeText(at, new Date(2026, 5, 2)), 'Jun 1, 19:04')
  assert.match(
    resultCopy({ ...scan, result: 'already_used', at, by: { name: 'East' } }).text,
    /19:04 at East\.$/,
  )
  assert.match(
    resultCopy({ ...scan, result: 'already_used', at, by: { self: true } }).text,
    /on this device\.$/,
  )
  assert.match(resultCopy({ ...scan, result: 'already_used', at }).text, /19:04\.$/)
  const unknown = resultCopy({ ...scan, result: 'unknown', sheetAt: at })
  assert.deepEqual([unknown.tone, unknown.title], ['warn', 'Not on the list'])
})

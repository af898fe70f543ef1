import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testDatabase } from '#testing/test-database.ts'
import { name, shownName } from '../contract.ts'

const { owner } = await testDatabase()
const inDatabase = async (text: string) =>
  (await owner.query<{ ok: boolean }>('select app.valid_name($1, 80) as ok', [text])).rows[0]!.ok
const inContract = (text: string) => name(80).safeParse(text).success

const NAMES = [
  'Hearth & Rye',
  '<img src=x onerror=alert(1)>',
  '%s $& {{7*7}} __proto__',
  'אבג עברית',
  'مخبز',
  'Ünïcödé été',
  '日本語',
  '👩‍👩‍👧‍👦',
  '🏴󠁧󠁢󠁥󠁮󠁧󠁿',
  'x'.repeat(80),
  '😀'.repeat(40),
]
for (const text of NAMES)
  test(`[A15] ${text.slice(0, 30)} is a name`, async () => {
    assert.deepEqual([inContract(text), await inDatabase(text)], [true, true])
  })

const NO_NAMES: [what: string, text: string][] = [
  ['nothing', ''],
  ['blanks', '   '],
  ['81 characters', 'x'.repeat(81)],
  ['a line break', 'a\nb'],
  ['a line separator', 'a\u2028b'],
  ['a control character', 'a\u0007b'],
  ['one of the second set', 'a\u0085b'],
  ['a mark to the right', 'a\u200fb'],
  ['an Arabic letter mark', 'a\u061cb'],
  ['an override', 'a\u202eb'],
  ['an isolate', 'a\u2066b'],
  ['only zero-width spaces', '\u200b\u200b'],
  ['only hard spaces', '\u00a0'],
  ['only fillers', '\u3164\u2800'],
  ['only a byte order mark', '\ufeff'],
]
for (const [what, text] of NO_NAMES)
  test(`[A15] ${what} is not a valid name, for the contract and for the database`, async () => {
    assert.deepEqual([inContract(text), await inDatabase(text)], [false, false])
  })

test('[A15] a user-supplied name is shown as a name, or not at all', () => {
  for (const text of NAMES) assert.equal(shownName(text), text)
  for (const [told, shown] of [
    [' Ada\n Lovelace\t', 'Ada Lovelace'],
    ['Ada \u202eecalevoL', 'Ada ecalevoL'],
    ['\u2066A\u200fd\u0007a\u2069', 'Ada'],
    ['\u202e', ''],
    ['\u200b\u3164', ''],
    ['  ', ''],
  ] as const) {
    assert.equal(shownName(told), shown)
    assert.ok(shown === '' || inContract(shown), shown)
  }
})

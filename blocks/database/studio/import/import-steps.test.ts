import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Field } from '#kernel/browser/fields/field.ts'
import { doubleTarget, planColumns, plannedFields } from './column-plan.ts'
import { groupFaults } from './group-faults.ts'
import { ImportSession } from './import-session.ts'
import { rowIds } from './row-ids.ts'
import { Refused, sendRows } from './send-rows.ts'

const EMAIL: Field = {
  id: 'aaaaaaaa',
  name: 'email',
  title: 'Email',
  kind: 'email',
  required: true,
  unique: true,
}
const STARS: Field = {
  id: 'aaaaaaab',
  name: 'stars',
  title: 'Stars',
  kind: 'rating',
  required: true,
  default: 3,
}
const bytes = (text: string) => new TextEncoder().encode(text)

const FILE = `Nickname,EMAIL,id,Seen on,Plan
,ann@x.test,1,03/04/2026,Pro
,bob@x.test,2,05/06/2026,Pro
,ann@x.test,3,05/07/2026,Free
,,4,05/07/2026,Free
,eve@x,5,05/07/2026,Free
,eve@x.test,6,05/07/2026,Free
,eva@x.test,7,05/07/2026,Free
,fay@x.test,8,05/07/2026,Free
`

test('columns go to fields of their name, the others become new fields, and every fault has its place', async () => {
  const session = new ImportSession()
  const summary = await session.read(bytes(FILE))
  const plans = planColumns(summary.columns, [EMAIL, STARS], 'de')
  assert.deepEqual(
    plans.map(({ target, order }) => `${target} ${order}`),
    ['new:text ymd', 'field:email ymd', 'none ymd', 'new:date dmy', 'new:choice ymd'],
  )
  assert.deepEqual(summary.columns[3]!.orders, ['dmy', 'mdy'], 'the user is asked')
  assert.equal(planColumns(summary.columns, [], 'en-US')[3]!.order, 'mdy')
  const { added, targets } = plannedFields(summary.columns, plans, [EMAIL, STARS])
  assert.deepEqual(
    added.map(({ name, kind }) => [name, kind]),
    [
      ['nickname', 'text'],
      ['seen_on', 'date'],
      ['plan', 'choice'],
    ],
  )
  const check = session.check(targets, [EMAIL, STARS])
  assert.deepEqual(check.faults, [
    { line: 4, column: 2, text: 'repeats the value of line 2' },
    { line: 5, column: 2, text: 'must not be empty' },
    { line: 6, column: 2, text: 'must be an email address' },
  ])
  assert.equal(check.ready, 5)
  assert.deepEqual(session.batch(1, 1), [
    {
      line: 3,
      values: { nickname: null, email: 'bob@x.test', seen_on: '2026-06-05', plan: 'Pro', stars: 3 },
    },
  ])
  assert.equal(doubleTarget([plans[1]!, plans[1]!], [EMAIL]), 'Email')
  assert.equal(session.describe(false).rowCount, 9)
})

test('a column with a common heading goes to the field that it means, in other languages too', () => {
  const field = (name: string, title: string, kind: Field['kind']): Field => ({
    id: 'aaaaaaac',
    name,
    title,
    kind,
  })
  const fields = [
    EMAIL,
    field('phone', 'Phone', 'phone'),
    field('name', 'Name', 'text'),
    field('notes', 'Notes', 'text'),
  ]
  const targets = (own: readonly Field[], ...titles: string[]) =>
    planColumns(
      titles.map((title) => ({ title, kind: 'text', orders: [], decimals: [], samples: [] })),
      own,
      'en',
    ).map(({ target }) => target)
  for (const [title, target] of [
    ['Email address', 'field:email'],
    ['EMail_Adresse', 'field:email'],
    ['Adresse email:', 'field:email'],
    ['Dirección de correo electrónico', 'field:email'],
    ['Endereço de email', 'field:email'],
    ['メールアドレス', 'field:email'],
    ['البريد الإلكتروني', 'field:email'],
    ['Téléphone', 'field:phone'],
    ['Imię i nazwisko', 'field:name'],
    ['Mail server', 'new:text'],
    ['Nickname', 'new:text'],
    ['Comments', 'new:text'],
  ] as const)
    assert.deepEqual(targets(fields, title), [target], title)
  assert.deepEqual(targets(fields, 'Mail', 'Email', 'Email address'), ['new:text', 'field:email', 'new:text'])
  assert.deepEqual(targets(fields, 'Mail', 'Email address'), ['field:email', 'new:text'], 'the first one')
  const two = [EMAIL, field('work_mail', 'Mail', 'email')]
  assert.deepEqual(targets(two, 'Email address'), ['new:text'], 'which of the two is for the user to say')
  assert.deepEqual(targets(two, 'mail'), ['field:work_mail'])
})

test('the same problem in several lines is one line of the list', () => {
  const missing = 'has no "Email", which must not be empty'
  const fault = (line: number, text: string, column?: number) =>
    column === undefined ? { line, text } : { line, column, text }
  const groups = groupFaults([
    fault(2, missing),
    fault(2, 'must be a number', 4),
    fault(3, missing),
    fault(4, missing),
    fault(7, missing),
    fault(9, 'is not an object'),
    fault(9, 'must be a number', 5),
  ])
  assert.deepEqual(
    groups.map(({ place, text, count }) => `${count}: ${place} ${text}`),
    [
      '4: Lines 2 to 4 and 7 have no "Email", which must not be empty',
      '1: Line 2, column 4 must be a number',
      '1: Line 9 is not an object',
      '1: Line 9, column 5 must be a number',
    ],
  )
  const [many] = groupFaults([2, 4, 5, 7, 9, 11, 13, 15].map((line) => fault(line, 'must not be empty', 1)))
  assert.equal(many!.place, 'Lines 2, 4, 5, 7, 9, 11, and 2 more, column 1')
})

const rows = (count: number) => Array.from({ length: count }, (_, at) => ({ line: at + 2, values: { at } }))

function send(
  total: number,
  isRefused: (at: number) => boolean,
  more: { stopAt?: number; failAt?: number } = {},
) {
  const all = rows(total)
  const stored: unknown[] = []
  const stop = new AbortController()
  let requests = 0
  const insert = async (values: readonly Record<string, unknown>[]) => {
    requests++
    if (requests === more.stopAt) stop.abort()
    if (requests === more.failAt) throw new Error('No connection')
    if (values.some(({ at }) => isRefused(at as number))) throw new Refused('Email must be unique')
    stored.push(...values)
  }
  const batch = async (from: number, count: number) => all.slice(from, from + count)
  return sendRows({ total, batch, insert, signal: stop.signal, onProgress: () => undefined }).then(
    (result) => ({
      ...result,
      requests,
      stored,
    }),
  )
}

test('rows that the server refuses are found and named; all others arrive, in their order', async () => {
  const { sent, faults, stored, requests, ended } = await send(1200, (at) => at === 7 || at === 900)
  assert.deepEqual([sent, faults.map(({ line }) => line), ended], [1198, [9, 902], undefined])
  assert.match(faults[0]!.text, /must be unique/)
  assert.deepEqual(
    stored,
    stored.toSorted((a, b) => (a as { at: number }).at - (b as { at: number }).at),
  )
  assert.ok(requests < 45, `${requests} requests`)
})

test('an import that is stopped or loses its connection says from which line to continue', async () => {
  const stopped = await send(1200, () => false, { stopAt: 1 })
  assert.deepEqual([stopped.sent, stopped.ended], [500, { reason: 'You stopped the import.', line: 502 }])
  const failed = await send(1200, () => false, { failAt: 3 })
  assert.deepEqual([failed.sent, failed.ended], [1000, { reason: 'No connection', line: 1002 }])
  const refused = await send(1200, () => true)
  assert.deepEqual([refused.sent, refused.faults.length, refused.ended?.line], [0, 100, 102])
})

test('20,000 rows are read, guessed and checked in seconds', async () => {
  const lines = Array.from(
    { length: 20_000 },
    (_, at) => `Person ${at},p${at}@example.test,${at}.5,"Street ${at}, Town",2026-0${1 + (at % 9)}-11,yes`,
  )
  const session = new ImportSession()
  const start = performance.now()
  const summary = await session.read(bytes(`Name,Email,Amount,Address,Day,Active\n${lines.join('\n')}`))
  const plans = planColumns(summary.columns, [], 'en')
  const { targets, added } = plannedFields(summary.columns, plans, [])
  const { ready, faultCount } = session.check(targets, added)
  assert.deepEqual([ready, faultCount], [20_000, 0])
  assert.deepEqual(
    added.map(({ kind }) => kind),
    ['text', 'email', 'number', 'text', 'date', 'yes_no'],
  )
  // Seconds when the machine is idle; several when it is not.
  assert.ok(performance.now() - start < 20_000)
})

test('ids of new rows are valid, and grow also within a millisecond and when the clock goes back', () => {
  const times = [
    ...Array.from({ length: 5000 }, () => 1_800_000_000_000),
    1_700_000_000_000,
    1_900_000_000_000,
  ]
  const next = rowIds(() => times.shift()!)
  const ids = Array.from({ length: 5002 }, () => next())
  assert.deepEqual(ids, ids.toSorted())
  assert.equal(new Set(ids).size, ids.length)
  for (const id of ids)
    assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
})

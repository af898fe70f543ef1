import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Database, Statement } from '#kernel/db/database.ts'
import { createLogger } from '#kernel/log.ts'
import { NOTIFY_LIMIT, open, openBody } from './notice.ts'
import type { Notice } from './notice.ts'
import { createOutbox } from './outbox.ts'

const name = { pool: '00000000-0000-0000-0000-000000000000', private: false, topic: 'room' }
const message = (payload: string | Uint8Array, meta?: Record<string, unknown>): Notice => ({
  kind: 'message',
  message: { ...name, event: 'e', payload, meta },
})
const presence = (joins: string[], leaves: string[]): Notice => ({
  kind: 'presence',
  name,
  joins: joins.map((ref) => ({ ref, key: 'k', meta: '{}', process: 1 })),
  leaves,
})

/** An outbox whose database waits until the test continues it, or fails. */
function outbox() {
  const flushes: Statement[] = []
  let lost = 0
  const state = { fails: false, gate: Promise.resolve() }
  const database = {
    async once(_claims: unknown, statement: Statement) {
      await state.gate
      if (state.fails) throw new Error('away')
      flushes.push(statement)
      return { rows: [], rowCount: 0 }
    },
  } as unknown as Pick<Database, 'once'>
  const box = createOutbox(database, 'self', createLogger('silent'), () => lost++)
  return { ...box, state, flushes, lost: () => lost }
}
const noticesOf = ({ values }: Statement) => (values[0] as string[]).map((text) => open(text)!)

test('notices sent during a flush go together in the next one, in order and unmerged; none exceeds the size limit', async () => {
  const box = outbox()
  let go = () => {}
  box.state.gate = new Promise((resolve) => (go = resolve))
  const notices = [
    message('{}'),
    message('{}'),
    message(`{"t":"${'ü'.repeat(8000)}"}`),
    message(Uint8Array.of(255), { id: '1' }),
  ]
  box.send(notices[0]!)
  await Promise.resolve()
  await Promise.resolve()
  for (const notice of notices.slice(1)) box.send(notice)
  go()
  await box.drained()
  assert.deepEqual(
    box.flushes.map(({ values }) => (values[0] as string[]).length),
    [1, 3],
  )
  const texts = box.flushes.flatMap(({ values }) => values[0] as string[])
  assert.equal(new Set(texts).size, 4)
  assert.ok(texts.every((text) => Buffer.byteLength(text) < NOTIFY_LIMIT))
  const [first, second, long, bytes] = box.flushes.flatMap(noticesOf)
  assert.deepEqual(
    [first!.notice, second!.notice],
    [notices[0], notices[1]].map((notice) => withMeta(notice!)),
  )
  const [, , , pools, ids, bodies] = box.flushes[1]!.values as [0, 0, 0, string[], string[], Buffer[]]
  assert.deepEqual([long!.parcel, pools], [{ name, id: ids[0]! }, [name.pool]])
  assert.deepEqual(openBody(bodies[0]!.toString()), withMeta(notices[2]!))
  assert.deepEqual(
    bytes!.notice!.kind === 'message' && Buffer.from(bytes!.notice!.message.payload),
    Buffer.of(255),
  )
})

const withMeta = (notice: Notice) =>
  notice.kind === 'message' ? { ...notice, message: { meta: undefined, ...notice.message } } : notice

test('presence rows are written in their state at the end of a batch', async () => {
  const box = outbox()
  box.send(presence(['a', 'b'], []))
  box.send(presence(['c'], ['a']))
  box.send(presence([], ['before', 'c']))
  box.send(presence(['c'], []))
  await box.drained()
  const [, came, went] = box.flushes[0]!.values as [0, string, string]
  const refs = (json: string) => (JSON.parse(json) as { ref: string }[]).map(({ ref }) => ref).sort()
  assert.deepEqual(
    [refs(came), refs(went)],
    [
      ['b', 'c'],
      ['a', 'before'],
    ],
  )
})

test('a failed flush is reported so that it can be written again; a full queue rejects notices', async () => {
  const box = outbox()
  box.state.fails = true
  assert.ok(box.send(presence(['a'], [])))
  await box.drained()
  assert.equal(box.lost(), 1)
  box.state.gate = new Promise(() => undefined)
  let sent = 0
  while (sent < 100 && box.send(message(`"${'x'.repeat(1_000_000)}"`))) sent++
  assert.ok(sent >= 16 && sent < 20, `${sent}`)
})

test('payloads from outside our processes are ignored', () => {
  for (const text of [
    '',
    '{',
    'null',
    '{"from":"x","n":1}',
    '{"from":"x","n":1,"body":{"k":"?"}}',
    '{"from":1}',
  ])
    assert.equal(open(text), undefined)
  assert.equal(openBody('{}'), undefined)
})

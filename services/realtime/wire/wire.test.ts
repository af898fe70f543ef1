import assert from 'node:assert/strict'
import { randomBytes, randomInt } from 'node:crypto'
import { test } from 'node:test'
// The client's own serializer, the other end of the protocol.
import { RealtimeClient } from '@supabase/realtime-js'
import { decode } from './decode.ts'
import { encode, encodeBroadcast, reply } from './encode.ts'
import { BadFrame } from './frame.ts'
import type { ClientFrame } from './frame.ts'
import { readJoin } from './join-payload.ts'

const bytes = (text: string) => Buffer.from(text)
const { serializer } = new RealtimeClient('ws://host', { params: { apikey: 'key' } })
const byClient = (message: object) =>
  new Promise<Uint8Array>((resolve) =>
    serializer.encode(message as never, (sent) =>
      resolve(typeof sent === 'string' ? bytes(sent) : new Uint8Array(sent)),
    ),
  )
const toClient = (sent: string | Uint8Array) =>
  new Promise<unknown>((resolve) => {
    const raw = typeof sent === 'string' ? sent : Uint8Array.from(sent).buffer
    serializer.decode(raw, resolve)
  })
const message = { pool: 'p', topic: 'röom', private: false, event: 'evént' }

test('frames from the client are decoded, in both versions', async () => {
  const join = { join_ref: '1', ref: '2', topic: 'realtime:a', event: 'phx_join', payload: { config: {} } }
  const read: ClientFrame = {
    joinRef: '1',
    ref: '2',
    topic: 'realtime:a',
    event: 'phx_join',
    payload: { config: {} },
  }
  assert.deepEqual(decode('2.0.0', await byClient(join), false), read)
  assert.deepEqual(decode('1.0.0', bytes(JSON.stringify(join)), false), read)
  const { join_ref: _, ...withoutJoin } = join
  assert.equal(decode('1.0.0', bytes(JSON.stringify(withoutJoin)), false).joinRef, null)
})

test('broadcasts are decoded from binary frames, and their JSON text is unchanged', async () => {
  const sent = (payload: unknown, more: object = {}) =>
    byClient({
      join_ref: '1',
      ref: '9',
      topic: 'realtime:röom 🌍',
      event: 'broadcast',
      payload: { type: 'broadcast', event: 'evént', payload, ...more },
    })
  const json = decode('2.0.0', await sent({ n: 1, text: 'ü' }), true)
  assert.deepEqual(json, {
    joinRef: '1',
    ref: '9',
    topic: 'realtime:röom 🌍',
    event: 'broadcast',
    payload: {},
    broadcast: { event: 'evént', payload: '{"n":1,"text":"ü"}', persist: undefined },
  })
  const binary = decode('2.0.0', await sent(Uint8Array.of(0, 255).buffer, { persist: { ttl: 60 } }), true)
  assert.deepEqual(binary.broadcast, { event: 'evént', payload: Uint8Array.of(0, 255), persist: 60 })
  assert.equal(decode('2.0.0', await sent({}, { persist: true }), true).broadcast!.persist, true)
})

test('the client can decode what the server sends: text, bytes and metadata', async () => {
  const meta = { id: 'x', replayed: true }
  for (const payload of ['{"n":1}', Uint8Array.of(0, 255)]) {
    const decoded = await toClient(encodeBroadcast('2.0.0', 'realtime:röom', { ...message, payload, meta })!)
    assert.deepEqual(decoded, {
      join_ref: null,
      ref: null,
      topic: 'realtime:röom',
      event: 'broadcast',
      payload: {
        type: 'broadcast',
        event: 'evént',
        payload: typeof payload === 'string' ? { n: 1 } : Uint8Array.from(payload).buffer,
        meta,
      },
    })
  }
  const old = encodeBroadcast('1.0.0', 'realtime:röom', { ...message, payload: '{"n":1}' }) as string
  assert.deepEqual(JSON.parse(old).payload, { type: 'broadcast', event: 'evént', payload: { n: 1 } })
  assert.equal(
    encodeBroadcast('1.0.0', 'realtime:röom', { ...message, payload: Uint8Array.of(1) }),
    undefined,
  )
  // Too long for a one-byte length, so it is sent as text.
  const long = encodeBroadcast('2.0.0', `realtime:${'x'.repeat(255)}`, { ...message, payload: '{}' })
  assert.equal(((await toClient(long!)) as { event: string }).event, 'broadcast')
  const answer = encode('2.0.0', reply({ joinRef: '1', ref: '2', topic: 't' }, 'ok', { a: 1 }))
  assert.deepEqual(JSON.parse(answer), ['1', '2', 't', 'phx_reply', { status: 'ok', response: { a: 1 } }])
})

const HOSTILE: [vsn: '1.0.0' | '2.0.0', data: string | Uint8Array][] = [
  ['1.0.0', '[]'],
  ['2.0.0', '{}'],
  ['2.0.0', '[1,2,3]'],
  ['2.0.0', '["1","2","t","e","p"]'],
  ['2.0.0', '["1","2","t","e",[]]'],
  ['2.0.0', '[{},"2","t","e",{}]'],
  ['2.0.0', `["1","2","${'t'.repeat(256)}","e",{}]`],
  ['2.0.0', `["1","2","t","e",${'['.repeat(50_000)}`],
  ['2.0.0', `["1","2","t","e",{"a":"\\u0000"}]`],
  ['2.0.0', 'null'],
  ['1.0.0', ''],
  ['1.0.0', Uint8Array.of(3, 0, 0, 0, 0, 0, 0)],
  ['2.0.0', Uint8Array.of()],
  ['2.0.0', Uint8Array.of(3)],
  ['2.0.0', Uint8Array.of(4, 0, 0, 0, 0, 0, 0)],
  ['2.0.0', Uint8Array.of(3, 255, 255, 255, 255, 255, 1)],
  ['2.0.0', Uint8Array.of(3, 1, 0, 0, 0, 0, 0, 0xff)],
  ['2.0.0', Buffer.concat([Uint8Array.of(3, 0, 0, 1, 1, 3, 1), bytes('te{{{{}')])],
]

test('hostile frames are rejected with a message, and throw nothing else', () => {
  for (const [vsn, data] of HOSTILE)
    assert.throws(
      () => decode(vsn, typeof data === 'string' ? bytes(data) : data, typeof data !== 'string'),
      (error: Error) => error instanceof BadFrame && error.message.length > 5,
      String(data).slice(0, 60),
    )
})

test('a payload that is not JSON fails its message, not the socket', () => {
  const push = (encoding: number, payload: string) =>
    decode('2.0.0', Buffer.concat([Uint8Array.of(3, 0, 1, 1, 1, 0, encoding), bytes(`9te${payload}`)]), true)
  for (const frame of [
    push(1, 'nope'),
    push(1, ''),
    push(1, '"\\u0000"'),
    push(2, '{}'),
    push(1, '['.repeat(500)),
  ]) {
    assert.deepEqual([frame.ref, frame.topic, frame.broadcast], ['9', 't', undefined])
    assert.ok(frame.fault!.length > 5)
  }
  assert.equal(push(1, '1').broadcast!.payload, '1')
})

test('50,000 random and slightly changed frames are decoded or rejected, nothing else', async () => {
  const seeds = [
    bytes(
      '["1","2","realtime:a","broadcast",{"type":"broadcast","event":"e","payload":{"a":[1,{"b":null}]}}]',
    ),
    bytes('{"topic":"realtime:a","event":"phx_join","payload":{"config":{}},"ref":"1","join_ref":"1"}'),
    await byClient({
      join_ref: '1',
      ref: '2',
      topic: 'realtime:a',
      event: 'broadcast',
      payload: { event: 'e', payload: { a: 1 }, persist: true },
    }),
  ]
  let read = 0
  for (let i = 0; i < 50_000; i++) {
    const data = i % 5 ? Buffer.from(seeds[i % seeds.length]!) : randomBytes(randomInt(0, 64))
    for (let n = randomInt(0, 4); n > 0 && data.length; n--) data[randomInt(data.length)] = randomInt(256)
    const cut = i % 7 ? data : data.subarray(0, randomInt(data.length + 1))
    try {
      const frame = decode(i % 2 ? '1.0.0' : '2.0.0', cut, i % 3 === 2)
      if (frame.event === 'phx_join') readJoin(frame.payload)
      if (frame.broadcast)
        encodeBroadcast('2.0.0', frame.topic, {
          ...message,
          event: frame.broadcast.event,
          payload: frame.broadcast.payload,
        })
      read++
    } catch (error) {
      assert.ok(error instanceof BadFrame, `${String(error)} from ${cut.toString('hex')}`)
    }
  }
  assert.ok(read > 1000, 'some frames are valid')
})

test('a join is decoded as the client writes it, with defaults for missing fields', () => {
  const requested = {
    event: '*',
    schema: 'public',
    table: 'items',
    filter: 'id=eq.1',
    select: ['id'],
    odd: 1,
  }
  const join = readJoin({
    access_token: 'token',
    config: {
      broadcast: { ack: true, self: 'true', replay: { since: 5, limit: 100 } },
      presence: { key: 'ann', enabled: true },
      postgres_changes: [requested, null],
      private: true,
      postgres_changes_options: { wait: true },
    },
  })
  assert.ok(!('fault' in join))
  const { bindings, changes, ...rest } = join
  assert.deepEqual(bindings, [requested])
  assert.deepEqual(changes, [
    { event: '*', schema: 'public', table: 'items', filter: 'id=eq.1', select: ['id'] },
  ])
  assert.deepEqual(rest, {
    token: 'token',
    private: true,
    ack: true,
    self: true,
    replay: { since: 5, limit: 25 },
    notifyWhenReady: false,
    presenceKey: 'ann',
    presenceEnabled: true,
    waitForChanges: true,
  })
  const bare = readJoin({})
  assert.ok(!('fault' in bare) && !bare.private && !bare.ack && bare.presenceKey === undefined)
})

for (const [what, config] of Object.entries({
  'no config': 'config',
  'a key that is an object': { presence: { key: {} } },
  'a key that is too long': { presence: { key: 'k'.repeat(256) } },
  'an invalid flag': { private: 'perhaps' },
  'replay without a time': { broadcast: { replay: {} } },
  'a binding without a schema': { postgres_changes: [{ event: '*' }] },
  'an invalid binding': { postgres_changes: ['all'] },
  'too many bindings': {
    postgres_changes: Array.from({ length: 101 }, () => ({ event: '*', schema: 'public' })),
  },
}))
  test(`a join with ${what} is rejected with a message`, () => {
    const join = readJoin({ config })
    assert.ok('fault' in join && join.fault.length > 10 && join.fault.length <= 220)
  })

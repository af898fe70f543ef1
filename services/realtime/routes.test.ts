import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeTenant } from '#testing/factories.ts'
import { signUp } from '#testing/test-users.ts'
import { inbox, realtimeApp, subscribed } from '#testing/realtime-app.ts'

const app = await realtimeApp({ limits: { messagesPerSecondOfPool: 20, batch: 10 } })
type Told = { event: string; payload: unknown; meta?: { id: string } }
let rooms = 0

async function listen(topic: string, key = app.anonKey, token?: string, config: object = {}) {
  const client = app.visit(key, { ...(token && { token }) })
  if (token) await client.realtime.setAuth()
  const channel = client.channel(topic, { config })
  const received = inbox<Told>()
  channel.on('broadcast', { event: '*' }, (message) => received.put(message as never))
  assert.equal((await subscribed(channel)).status, 'SUBSCRIBED')
  return received
}
const post = (path: string, body: BodyInit, headers: Record<string, string> = {}) =>
  fetch(`${app.url}/realtime/v1/api/broadcast${path}`, {
    method: 'POST',
    headers: { apikey: app.anonKey, 'content-type': 'application/json', ...headers },
    body,
  })

test('[S7-115] httpSend sends JSON and bytes without a socket, to any topic name', async () => {
  for (const topic of ['plain', 'with / slash, ünicode: 🌍 and 100 % more', 'a?b#c&d=e']) {
    const received = await listen(topic)
    const sender = app.visit().channel(topic)
    assert.deepEqual(await sender.httpSend('an event / or two', { n: 1 }), { success: true })
    assert.deepEqual(await received.next(), {
      type: 'broadcast',
      event: 'an event / or two',
      payload: { n: 1 },
    })
    assert.deepEqual(await sender.httpSend('bytes', Uint8Array.of(0, 255)), { success: true })
    assert.deepEqual(new Uint8Array((await received.next()).payload as ArrayBuffer), Uint8Array.of(0, 255))
  }
})

test('[S7-115] send on a channel that never joined uses HTTP', async () => {
  const topic = `room ${++rooms}`
  const received = await listen(topic)
  const warn = console.warn
  console.warn = () => undefined // The client warns that it falls back to HTTP.
  const answer = await app
    .visit()
    .channel(topic)
    .send({ type: 'broadcast', event: 'rest', payload: { n: 1 } })
  console.warn = warn
  assert.equal(answer, 'ok')
  assert.deepEqual(await received.next(), { type: 'broadcast', event: 'rest', payload: { n: 1 } })
})

test('[M06] policies decide httpSend to a private channel; a stored message has an id', async () => {
  const { public_key } = await makeTenant(app.database)
  const [member, other] = [await signUp(app, public_key), await signUp(app, public_key)]
  const topic = `user:${member.user.id}`
  const received = await listen(topic, public_key, member.access_token, { private: true })
  const sender = async (token?: string) => {
    const client = app.visit(public_key, { ...(token && { token }) })
    if (token) await client.realtime.setAuth()
    return client.channel(topic, { config: { private: true } })
  }
  for (const stranger of [await sender(), await sender(other.access_token)])
    await assert.rejects(
      stranger.httpSend('x', {}),
      /You do not have permissions to write to this Channel topic/,
    )
  const own = await sender(member.access_token)
  assert.deepEqual(await own.httpSend('mine', { n: 1 }), { success: true })
  assert.deepEqual(await own.httpSend('kept', { n: 2 }, { persist: { ttl: 60 } }), { success: true })
  assert.equal((await received.next()).event, 'mine')
  assert.match((await received.next()).meta!.id, /^[0-9a-f-]{36}$/)
  const { rows } = await app.owner.query(
    `select expires_at < now() + interval '61 seconds' as soon from realtime.messages where topic = $1`,
    [topic],
  )
  assert.deepEqual(rows, [{ soon: true }])
  await assert.rejects(
    app.visit().channel('public').httpSend('x', {}, { persist: true }),
    /cannot store a message on a public channel/,
  )
})

const BAD: [what: string, status: number, path: string, body: BodyInit, headers?: Record<string, string>][] =
  [
    ['no JSON', 400, '', '{'],
    ['no messages', 422, '', '{}'],
    ['invalid messages', 422, '', '{"messages":[1]}'],
    ['a message without a topic', 422, '', '{"messages":[{"event":"e","payload":{}}]}'],
    ['a payload that is not an object', 422, '', '{"messages":[{"topic":"t","event":"e","payload":1}]}'],
    ['a topic that is too long', 422, `/${'t'.repeat(256)}/events/e`, '{}'],
    ['broken JSON in one message', 400, '/t/events/e', '{'],
    ['another media type', 415, '/t/events/e', '<x/>', { 'content-type': 'text/xml' }],
    ['a compressed body', 415, '/t/events/e', '{}', { 'content-encoding': 'gzip' }],
    ['a payload that is too large', 413, '/t/events/e', JSON.stringify({ t: 'x'.repeat(256_001) })],
    [
      'too many messages',
      429,
      '',
      JSON.stringify({
        messages: Array.from({ length: 11 }, () => ({ topic: 't', event: 'e', payload: {} })),
      }),
    ],
    ['a stored message of a public channel', 422, '/t/events/e?persist=true', '{}'],
    [
      'another tenant’s channel',
      403,
      '/t/events/e',
      '{}',
      { 'x-bb-pool': '01a1fcef-0000-7000-8000-000000000000' },
    ],
    ['an unknown path', 404, '/t/e', '{}'],
    ['an invalid key', 401, '/t/events/e', '{}', { apikey: 'nonsense' }],
  ]

for (const [what, status, path, body, headers] of BAD)
  test(`${what} is rejected with ${status} and a message`, async () => {
    const answer = await post(path, body, headers)
    assert.equal(answer.status, status)
    const { error, message, code } = (await answer.json()) as Record<string, string>
    assert.ok(error && error === message && code, JSON.stringify({ error, message, code }))
  })

test('a request sends all of its messages or none', async () => {
  const topic = `room ${++rooms}`
  const received = await listen(topic)
  const message = { topic, event: 'e', payload: {} }
  const mixed = await post('', JSON.stringify({ messages: [message, { ...message, private: true }] }))
  assert.equal(mixed.status, 403)
  const both = await post(
    '',
    JSON.stringify({
      messages: [
        { ...message, event: '1' },
        { ...message, event: '2' },
      ],
    }),
  )
  assert.deepEqual([both.status, await both.text()], [202, ''])
  assert.deepEqual([(await received.next()).event, (await received.next()).event], ['1', '2'])
})

test('a pool that exceeds its rate is told to wait; other pools are not affected', async () => {
  const { public_key: noisy } = await makeTenant(app.database)
  const { public_key: quiet } = await makeTenant(app.database)
  const send = (apikey: string) => post('/t/events/e', '{}', { apikey })
  const answers = await Promise.all(Array.from({ length: 140 }, () => send(noisy)))
  const refused = answers.filter(({ status }) => status === 429)
  assert.ok(refused.length > 0 && refused.length < 130, `${refused.length}`)
  assert.equal(refused[0]!.headers.get('retry-after'), '1')
  assert.equal((await send(quiet)).status, 202)
})

import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { Writable } from 'node:stream'
import { test } from 'node:test'
import { createLogger } from '#kernel/log.ts'
import { eventually } from '#testing/eventually.ts'
import { makeTenant } from '#testing/factories.ts'
import { signUp } from '#testing/test-users.ts'
import { inbox, rawSocket, realtimeApp, subscribed } from '#testing/realtime-app.ts'
import type { RealtimeLimits } from '../limits.ts'

const limits = { framesPerSecond: 20, joinsPerSecond: 2, channelsPerSocket: 15, unsent: 500_000 }
const app = await realtimeApp({ limits })
const { id, public_key } = await makeTenant(app.database)
const JOIN = (topic = 'room', ref = '1', more: object = {}) => [
  ref,
  ref,
  `realtime:${topic}`,
  'phx_join',
  more,
]
const PUSH = (topic: string, ref: string, payload: object = {}) => [
  '1',
  ref,
  `realtime:${topic}`,
  'broadcast',
  { event: 'e', payload },
]
type Answer = [
  string | null,
  string | null,
  string,
  string,
  { status: string; response: { reason?: string } },
]

test('[M09] a tenant’s key is accepted from the tenant’s listed sites and from our frames; other keys from everywhere', async () => {
  await app.owner.query(
    `update public.tenants set allowed_origins = '{https://shop.example}', stripe_mode = 'live' where id = $1`,
    [id],
  )
  const cases: [origin: string | undefined, key: string, allowed: boolean][] = [
    ['https://shop.example', public_key, true],
    [app.config.publicUrl, public_key, true],
    [undefined, public_key, true],
    ['https://evil.example', public_key, false],
    ['https://shop.example.evil.example', public_key, false],
    ['http://localhost:5173', public_key, false],
    ['null', public_key, false],
    ['https://evil.example', app.anonKey, true],
  ]
  for (const [origin, key, allowed] of cases) {
    const { refusal, socket } = await rawSocket(app, key, { headers: origin ? { origin } : {} })
    assert.equal(refusal?.status, allowed ? undefined : 403, `${origin} ${key.slice(0, 3)}`)
    if (refusal) assert.match(JSON.parse(refusal.body).error, /list of sites/)
    socket.close()
  }
})

test('[M09] a site that is removed from the list loses its sockets', async () => {
  const { closed } = await rawSocket(app, public_key, { headers: { origin: 'https://shop.example' } })
  await app.owner.query(`update public.tenants set allowed_origins = '{}' where id = $1`, [id])
  assert.equal((await closed).code, 1008)
})

test('[M09] neither keys nor tokens appear in logs: from the URL, a message, or an error', async () => {
  let written = ''
  const log = createLogger('trace', new Writable({ write: (chunk, _, done) => ((written += chunk), done()) }))
  const server = await app.another({ log })
  const session = await signUp(app, app.anonKey)
  const good = await rawSocket(server, app.anonKey)
  good.say(JOIN('room', '1', { access_token: session.access_token }))
  assert.equal(((await good.next()) as Answer)[4].status, 'ok')
  good.say(['1', '2', 'realtime:room', 'access_token', { access_token: `${session.access_token}x` }])
  await good.next()
  await rawSocket(server, 'canary-key')
  await rawSocket(server, public_key, { headers: { origin: 'https://evil.example' } })
  await fetch(`${server.url}/realtime/v1/websocket?apikey=${app.anonKey}&vsn=2.0.0`)
  good.say('{')
  await good.closed
  await server.stop()
  assert.match(written, /"path":"\/realtime\/v1\/websocket","status":101/)
  assert.match(written, /"path":"\/realtime\/v1\/websocket","status":403,"answer":"OriginNotAllowed"/)
  const [, payload, signature] = session.access_token.split('.')
  for (const secret of [app.anonKey, payload!, signature!, 'canary-key', public_key])
    assert.ok(!written.includes(secret.slice(0, 40)), secret.slice(0, 12))
})

test('an unknown version, another path and a request without upgrade are rejected', async () => {
  assert.equal((await rawSocket(app, app.anonKey, { vsn: '3.0.0' })).refusal!.status, 400)
  const plain = await fetch(`${app.url}/realtime/v1/websocket?apikey=${app.anonKey}`)
  assert.equal(plain.status, 426)
  const other = await fetch(`${app.url}/health/live`, {
    headers: { connection: 'upgrade', upgrade: 'h2c' },
  }).catch(() => undefined)
  // undici refuses to send this, so the test writes it manually.
  assert.equal(other, undefined)
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1')
  socket.write(
    'GET /health/live HTTP/1.1\r\nhost: x\r\nconnection: upgrade, close\r\nupgrade: websocket\r\n\r\n',
  )
  let answer = ''
  for await (const part of socket) answer += part
  assert.match(answer, /^HTTP\/1.1 200 /)
})

test('[S9-032] a heartbeat gets a reply, which keeps a client like the official one connected', async () => {
  const raw = await rawSocket(app, app.anonKey)
  raw.say([null, '7', 'phoenix', 'heartbeat', {}])
  assert.deepEqual(await raw.next(), [null, '7', 'phoenix', 'phx_reply', { status: 'ok', response: {} }])
  const beats = inbox<string>()
  const client = app.visit(app.anonKey, {
    realtime: { heartbeatIntervalMs: 40, heartbeatCallback: (status) => beats.put(status) },
  })
  await subscribed(client.channel('room'))
  for (const status of ['sent', 'ok', 'sent', 'ok']) assert.equal(await beats.next(), status)
})

test('a silent client is disconnected', async () => {
  const quick = await realtimeAppWith({ silenceMs: 50 })
  const { closed } = await rawSocket(quick, app.anonKey)
  assert.equal((await closed).code, 4000)
})

/** A separate server on the same database, with other limits. */
const realtimeAppWith = (
  more: Partial<Record<keyof RealtimeLimits, number>>,
  config: Partial<typeof app.config> = {},
) => app.another({ limits: { ...limits, ...more }, config })

test('an invalid frame closes its own socket and no other', async () => {
  const [bad, good] = [await rawSocket(app, app.anonKey), await rawSocket(app, app.anonKey)]
  bad.say(Uint8Array.of(9, 9, 9))
  assert.equal((await bad.closed).code, 1007)
  const large = await rawSocket(await realtimeAppWith({ frameBytes: 1000 }), app.anonKey)
  large.say(JOIN('x'.repeat(2000)))
  assert.equal((await large.closed).code, 1009)
  good.say(JOIN())
  assert.equal(((await good.next()) as Answer)[4].status, 'ok')
})

test('unexpected frames get a reply and have no effect', async () => {
  const raw = await rawSocket(app, app.anonKey)
  raw.say(JOIN())
  await raw.next()
  const cases: [frame: unknown[], answer: string][] = [
    [
      ['1', 'a', 'realtime:room', 'broadcast', { payload: {} }],
      'error InvalidMessage: A broadcast has an event of at most 255 bytes',
    ],
    [['0', 'b', 'realtime:room', 'broadcast', { event: 'e' }], 'error unmatched topic'],
    [['1', 'c', 'realtime:unknown', 'broadcast', { event: 'e' }], 'error unmatched topic'],
    [['1', 'd', 'realtime:room', 'unheard-of', {}], 'error unknown event'],
    [
      ['1', 'e', 'realtime:room', 'presence', {}],
      'error InvalidMessage: presence event must be track or untrack',
    ],
    [['0', 'f', 'realtime:room', 'phx_leave', {}], 'ok '],
    [['1', 'g', 'realtime:unknown', 'phx_leave', {}], 'ok '],
    [['2', 'h', 'room', 'phx_join', {}], 'error unmatched topic'],
    [['2', 'i', 'realtime:', 'phx_join', {}], 'error TopicNameRequired: You must provide a topic name'],
    [
      ['2', 'j', 'realtime:x', 'phx_join', { config: 1 }],
      'error InvalidJoinPayload: config: Invalid input: expected object, received number',
    ],
  ]
  for (const [frame, words] of cases) {
    raw.say(frame)
    const [, ref, , event, { status, response }] = (await raw.next()) as Answer
    assert.deepEqual([ref, event, `${status} ${response.reason ?? ''}`], [frame[1], 'phx_reply', words])
  }
  raw.say(['1', 'z', 'realtime:room', 'phx_leave', {}])
  assert.equal(((await raw.next()) as Answer)[4].status, 'ok')
  assert.deepEqual(await raw.next(), ['1', '1', 'realtime:room', 'phx_close', {}])
})

test('a second join of a topic replaces the first', async () => {
  const raw = await rawSocket(app, app.anonKey)
  raw.say(JOIN('twice', '1'))
  await raw.next()
  raw.say(JOIN('twice', '2'))
  assert.deepEqual(await raw.next(), ['1', '1', 'realtime:twice', 'phx_close', {}])
  assert.deepEqual(((await raw.next()) as Answer).slice(0, 2), ['2', '2'])
  const speaker = await rawSocket(app, app.anonKey)
  speaker.say(JOIN('twice', '1'))
  await speaker.next()
  speaker.say(PUSH('twice', '9'))
  assert.ok(Buffer.isBuffer(await raw.next()))
  raw.say([null, 'end', 'phoenix', 'heartbeat', {}])
  assert.equal(((await raw.next()) as Answer)[1], 'end', 'the message arrived only once')
})

test('too many channels, joins and messages are rejected with a message; a flood closes the socket', async () => {
  const raw = await rawSocket(app, app.anonKey)
  const reasons: string[] = []
  for (let i = 0; i < 21; i++) raw.say(JOIN(`many ${i}`, `${i}`))
  for (let i = 0; i < 21; i++) reasons.push(((await raw.next()) as Answer)[4].response.reason ?? 'ok')
  assert.equal(reasons.filter((reason) => reason === 'ok').length, limits.channelsPerSocket)
  assert.ok(reasons.includes('ChannelRateLimitReached: Too many channels'))
  assert.ok(reasons.includes('ClientJoinRateLimitReached: Too many joins per second'))

  const talker = await rawSocket(app, app.anonKey)
  talker.say(JOIN('talk', '1'))
  await talker.next()
  // One and a half times the bucket's size: however slowly they arrive, the bucket does not refill as fast.
  for (let i = 0; i < limits.framesPerSecond * 15; i++) talker.say(PUSH('talk', `${i}`))
  const [, , , , { response }] = (await talker.next()) as Answer
  assert.equal(response.reason, 'MessageRateLimitReached: Too many messages per second')
  for (let i = 0; i < limits.framesPerSecond * 60; i++) talker.say(PUSH('talk', 'x'))
  assert.deepEqual(await talker.closed, { code: 1008, reason: 'Too many messages per second' })
})

test('a reader that is too slow is disconnected, and uses no more than the limit', async () => {
  const slow = await rawSocket(app, app.anonKey)
  slow.say(JOIN('firehose'))
  await slow.next()
  slow.socket.pause()
  const before = app.realtime.counts().sockets
  const big = JSON.stringify({
    messages: [{ topic: 'firehose', event: 'e', payload: { text: 'x'.repeat(200_000) } }],
  })
  await eventually('it is cut', async () => {
    const answer = await fetch(`${app.url}/realtime/v1/api/broadcast`, {
      method: 'POST',
      headers: { apikey: app.anonKey, 'content-type': 'application/json' },
      body: big,
    })
    assert.equal(answer.status, 202)
    return app.realtime.counts().sockets < before
  })
  slow.socket.terminate()
})

test('[S05] on shutdown, all clients are asked to reconnect, and the official client does', async () => {
  const server = await app.another()
  const raw = await rawSocket(server, app.anonKey)
  const client = app.visit(app.anonKey, { server, realtime: { reconnectAfterMs: () => 20 } })
  const states = inbox<string>()
  client.channel('room').subscribe((status) => states.put(status))
  assert.equal(await states.next(), 'SUBSCRIBED')
  const startedAt = Date.now()
  await server.stop()
  assert.ok(Date.now() - startedAt < 3000)
  assert.equal((await raw.closed).code, 1012)
  assert.equal(await states.next(), 'CHANNEL_ERROR')
  const again = await app.another({ port: Number(new URL(server.url).port) })
  assert.equal(await states.next(), 'SUBSCRIBED')
  await again.stop()
})

test('[P05] one address cannot take all sockets of a tenant, and does not affect other addresses', async () => {
  const server = await realtimeAppWith({ socketsPerAddress: 2 })
  const [a, b] = [await makeTenant(app.database), await makeTenant(app.database)]
  const first = await rawSocket(server, a.public_key)
  assert.equal((await rawSocket(server, a.public_key)).refusal, undefined)
  const { refusal } = await rawSocket(server, a.public_key)
  assert.deepEqual([refusal!.status, JSON.parse(refusal!.body).code], [429, 'ConnectionRateLimitReached'])
  const elsewhere = await rawSocket(server, a.public_key, { headers: { 'x-forwarded-for': '203.0.113.9' } })
  assert.equal(elsewhere.refusal!.status, 429, 'no proxy is trusted, so the header can be forged')
  assert.equal((await rawSocket(server, b.public_key)).refusal, undefined)
  first.socket.close()
  await eventually('there is room again', async () => !(await rawSocket(server, a.public_key)).refusal)
})

test('[P05] one address is limited in sockets and connection attempts overall, whatever keys it uses', async () => {
  const tenants = await Promise.all([1, 2, 3, 4].map(() => makeTenant(app.database)))
  const many = await realtimeAppWith({}, { realtime: { ...app.config.realtime, socketsPerAddress: 3 } })
  // All at the same time: none may pass because others are not counted yet.
  const opened = await Promise.all(tenants.map(({ public_key }) => rawSocket(many, public_key)))
  const refused = opened.filter(({ refusal }) => refusal)
  assert.equal(refused.length, 1)
  const { status, headers, body } = refused[0]!.refusal!
  assert.deepEqual([status, JSON.parse(body).code], [429, 'ConnectionRateLimitReached'])
  assert.ok(Number(headers['retry-after']) > 0)
  opened.find(({ refusal }) => !refusal)!.socket.close()
  await eventually('there is room again', async () => {
    const { refusal } = await rawSocket(many, tenants[0]!.public_key)
    return !refusal
  })

  const often = await realtimeAppWith(
    { connectsPerMinuteOfAddress: 2 },
    { auth: { ...app.config.auth, limitFactor: 1 } },
  )
  for (const { public_key } of tenants.slice(0, 2)) (await rawSocket(often, public_key)).socket.close()
  const third = (await rawSocket(often, tenants[2]!.public_key)).refusal!
  assert.deepEqual([third.status, JSON.parse(third.body).code], [429, 'ConnectionRateLimitReached'])
  assert.ok(Number(third.headers['retry-after']) > 0 && Number(third.headers['retry-after']) <= 60)
})

test('[P05] large messages to many members are a flood: delivered bytes are counted per tenant', async () => {
  const server = await realtimeAppWith({ bytesPerSecondOfPool: 5_000 })
  const [a, b] = [await makeTenant(app.database), await makeTenant(app.database)]
  const members = async (key: string) => {
    const all = []
    for (let i = 0; i < 4; i++) {
      const member = await rawSocket(server, key)
      member.say(JOIN())
      await member.next()
      all.push(member)
    }
    return all
  }
  const [one, other] = [await members(a.public_key), await members(b.public_key)]
  /** The reply to a frame; skips broadcasts, which are binary. */
  const say = async (member: (typeof one)[number], event: string, payload: object) => {
    member.say(['1', '9', 'realtime:room', event, payload])
    let answer = await member.next()
    while (Buffer.isBuffer(answer)) answer = await member.next()
    return JSON.stringify(answer)
  }
  const large = { x: 'x'.repeat(6_000) }
  // 4 x 6 KB of 25 KB are the whole allowance.
  one[0]!.say(['1', null, 'realtime:room', 'broadcast', { event: 'e', payload: large }])
  await one[1]!.next()
  assert.match(await say(one[0]!, 'broadcast', { event: 'e', payload: large }), /MessageRateLimitReached/)
  assert.match(await say(one[2]!, 'presence', { event: 'track', payload: large }), /MessageRateLimitReached/)
  const { status } = await fetch(`${server.url}/realtime/v1/api/broadcast`, {
    method: 'POST',
    headers: { apikey: a.public_key, 'content-type': 'application/json' },
    body: JSON.stringify({ messages: [{ topic: 'room', event: 'e', payload: large }] }),
  })
  assert.equal(status, 429)
  other[0]!.say(['1', null, 'realtime:room', 'broadcast', { event: 'e', payload: large }])
  assert.ok(Buffer.isBuffer(await other[1]!.next()))
})

test('[P05] slow readers are disconnected when their tenant has too much unsent data, and no one else is', async () => {
  // Only the pool's limit: the socket's own limit is set out of reach.
  const own = { unsentBytes: 1e9, slowReaderBytes: -1, framesPerSecond: 1000 }
  const server = await realtimeAppWith({ ...own, unsentBytesOfPool: 1_000_000 })
  const [a, b] = [await makeTenant(app.database), await makeTenant(app.database)]
  const reader = async (key: string) => {
    const member = await rawSocket(server, key)
    member.say(JOIN())
    await member.next()
    return member
  }
  const [slow, sender, other] = [
    await reader(a.public_key),
    await reader(a.public_key),
    await reader(b.public_key),
  ]
  const large = ['1', null, 'realtime:room', 'broadcast', { event: 'e', payload: { x: 'x'.repeat(200_000) } }]
  slow.socket.pause()
  await eventually('the slow reader is cut', async () => {
    sender.say(large)
    return server.realtime.counts().sockets === 2
  })
  slow.socket.terminate()
  // Its unsent data no longer counts: a working reader receives far more than the pool may hold unsent.
  const quick = await reader(a.public_key)
  for (let i = 0; i < 20; i++) {
    sender.say(large)
    assert.ok(Buffer.isBuffer(await quick.next()))
  }
  assert.deepEqual([server.realtime.counts().sockets, other.socket.readyState], [3, other.socket.OPEN])
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RealtimeChannel, Session } from '@supabase/supabase-js'
import { makeTenant } from '#testing/factories.ts'
import { signUp } from '#testing/test-users.ts'
import { inbox, rawSocket, realtimeApp } from '#testing/realtime-app.ts'

const app = await realtimeApp()
const tenant = await makeTenant(app.database)
/** Seconds within which access must end, from the security rules. */
const BOUND = 5
/** Seconds until a token expires: enough for the preceding steps on a busy machine. */
const TOKEN_SECONDS = 4

/** A token of this session that expires in that time. */
async function shortToken({ access_token }: Session, seconds: number): Promise<string> {
  const { iat: _iat, exp: _exp, ...claims } = await app.kernel.tokens.verifySession(access_token)
  return app.kernel.tokens.mintSession(claims, seconds)
}

async function join(session: Session, token = session.access_token) {
  let current = token
  const client = app.visit(tenant.public_key, { token: () => current })
  const refresh = (next: string) => {
    current = next
    return client.realtime.setAuth()
  }
  await refresh(token)
  const channel = client.channel(`user:${session.user.id}`, {
    config: { private: true, broadcast: { ack: true } },
  })
  const system = inbox<{ extension: string; status: string; message: string; channel: string }>()
  const states = inbox<string>()
  const received = inbox<{ event: string }>()
  channel.on('system', {}, (message) => system.put(message as never))
  channel.on('broadcast', { event: '*' }, (message) => received.put(message as never))
  channel.subscribe((status) => states.put(status))
  assert.equal(await states.next(), 'SUBSCRIBED')
  return { refresh, channel, system, states, received }
}
const say = (channel: RealtimeChannel, event = 'hello') =>
  channel.send({ type: 'broadcast', event, payload: {} })

test('[M04] [S4-075] an expired token closes its channel immediately with a message, and nothing more arrives', async () => {
  const session = await signUp(app, tenant.public_key)
  const ending = await join(session, await shortToken(session, TOKEN_SECONDS))
  const staying = await join(session)
  assert.equal(await say(staying.channel), 'ok')
  assert.equal((await ending.received.next()).event, 'hello')
  const { message, ...rest } = await ending.system.next()
  assert.deepEqual(rest, { extension: 'system', status: 'error', channel: `user:${session.user.id}` })
  assert.equal(message, 'Token has expired')
  assert.equal(await ending.states.next(), 'CLOSED')
  const { exp } = await app.kernel.tokens.verifySession(session.access_token)
  assert.ok(Number(exp) * 1000 > Date.now(), 'the other token has not expired')
  assert.equal(await say(staying.channel, 'after'), 'ok')
  assert.equal(await say(staying.channel, 'more'), 'ok')
  assert.equal(ending.received.all.length, 1)
})

test('[M04] with a token refreshed in time, the channel stays open', async () => {
  const session = await signUp(app, tenant.public_key)
  const { refresh, channel, states } = await join(session, await shortToken(session, TOKEN_SECONDS))
  await refresh(session.access_token)
  await new Promise((resolve) => setTimeout(resolve, TOKEN_SECONDS * 1000 + 100))
  assert.equal(await say(channel), 'ok')
  assert.equal(states.all.length, 1)
})

test('[M01] [S4-077] an expired token cannot join', async () => {
  const session = await signUp(app, tenant.public_key)
  const token = await shortToken(session, 1)
  await new Promise((resolve) => setTimeout(resolve, 1100))
  const client = app.visit(tenant.public_key, { token })
  await client.realtime.setAuth()
  const states = inbox<string>()
  const errors = inbox<Error | undefined>()
  client.channel('room').subscribe((status, error) => {
    states.put(status)
    errors.put(error)
  })
  assert.equal(await states.next(), 'CHANNEL_ERROR')
  assert.match((await errors.next())!.message, /^InvalidJWTToken: The token is not valid, or has expired$/)
})

test('[M04] [E09] signing out, or a ban, closes the channels of the session within seconds', async () => {
  const ends = [
    async (session: Session) => {
      const client = app.client(tenant.public_key)
      await client.auth.setSession(session)
      assert.equal((await client.auth.signOut()).error, null)
    },
    async (session: Session) => {
      const service = app.client(app.serviceKey, {
        global: { headers: { 'x-bb-pool': tenant.id }, fetch: app.fetch },
      })
      const { error } = await service.auth.admin.updateUserById(session.user.id, { ban_duration: '1h' })
      assert.equal(error, null)
    },
  ]
  for (const end of ends) {
    const session = await signUp(app, tenant.public_key)
    const bystander = await join(await signUp(app, tenant.public_key))
    const { system, states } = await join(session)
    const endedAt = Date.now()
    await end(session)
    assert.equal((await system.next()).message, 'The session has ended. Please sign in again.')
    assert.equal(await states.next(), 'CLOSED')
    assert.ok(Date.now() - endedAt < BOUND * 1000, `${Date.now() - endedAt} ms`)
    assert.equal(await say(bystander.channel), 'ok')
  }
})

test('a token of another user is checked again; after signing out, the private channel closes; an invalid token closes it too', async () => {
  const [session, other] = [await signUp(app, tenant.public_key), await signUp(app, tenant.public_key)]
  for (const [token, errors] of [
    [other.access_token, /^You no longer have permission to read from this Channel topic: user:/],
    [tenant.public_key, /^You no longer have permission to read from this Channel topic: user:/],
    ['nonsense', /^InvalidJWTToken: /],
  ] as const) {
    const { refresh, system, states } = await join(session)
    await refresh(token)
    assert.match((await system.next()).message, errors)
    assert.equal(await states.next(), 'CLOSED')
  }
})

test('without a valid key there is no socket, and the client gets an error', async () => {
  for (const key of [undefined, 'nonsense', `pk_${'0'.repeat(24)}`]) {
    const { refusal } = await rawSocket(app, key)
    assert.equal(refusal!.status, 401)
    assert.match(JSON.parse(refusal!.body).error, /API key/)
  }
  const states = inbox<string>()
  const client = app.visit('nonsense')
  client.channel('room').subscribe((status) => states.put(status))
  assert.equal(await states.next(), 'CHANNEL_ERROR', '[M01]')
})

test('a replaced key closes its sockets', async () => {
  const { id, public_key } = await makeTenant(app.database)
  const { closed } = await rawSocket(app, public_key)
  await app.owner.query(`update public.tenants set public_key = $1 where id = $2`, [
    `pk_${'n'.repeat(24)}`,
    id,
  ])
  assert.deepEqual(await closed, { code: 1008, reason: 'Invalid API key' })
})

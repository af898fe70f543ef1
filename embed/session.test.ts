import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { displayName } from '#blocks/auth/embed/display-name.ts'
import { CallError } from '#kernel/browser/call.ts'
import { createMemoryStorage } from './frame/frame-storage.ts'
import { createSession, type SessionOptions } from './session.ts'
import type { ChannelMessage } from './session-state.ts'

const NOW = Date.parse('2026-11-20T12:00:00Z')
const HOUR = 3600

interface Call {
  path: string
  body: Record<string, unknown>
  headers: Record<string, string>
}
type Answer = [status: number, body: object] | 'offline'

function wireSession(over: object = {}) {
  return {
    access_token: 'access-1',
    refresh_token: 'refresh-2',
    expires_at: NOW / 1000 + HOUR,
    user: { id: 'u1', email: 'ines@posteo.de', user_metadata: {} },
    ...over,
  }
}

/** A frame with a service that responds by path; calls are recorded in order. */
function frame(answers: Record<string, Answer | Answer[]>, over: Partial<SessionOptions> = {}) {
  const calls: Call[] = []
  const clock = { now: NOW }
  const keep = over.keep ?? createMemoryStorage()
  const answer = (path: string): Answer => {
    const found = answers[path.split('&')[0]!]
    if (Array.isArray(found) && Array.isArray(found[0])) return (found as Answer[]).shift()!
    return (found as Answer | undefined) ?? [404, { code: 'not_found', message: `no answer for ${path}` }]
  }
  const session = createSession({
    apiUrl: 'https://blocks.example',
    publicKey: 'pk_1',
    tenantId: 't1',
    keep,
    cookies: () => true,
    now: () => clock.now,
    fetch: async (input, init) => {
      const path = (input as string).replace('https://blocks.example', '')
      calls.push({
        path,
        body: JSON.parse(init!.body as string),
        headers: init!.headers as Record<string, string>,
      })
      const found = answer(path)
      if (found === 'offline') throw new TypeError('Failed to fetch')
      return new Response(found[0] === 204 ? null : JSON.stringify(found[1]), { status: found[0] })
    },
    ...over,
  })
  return { session, calls, clock, keep }
}

const REFRESH = '/auth/v1/token?grant_type=refresh_token'
const PASSWORD = '/auth/v1/token?grant_type=password'
const JOIN = '/rest/v1/end_users?on_conflict=tenant_id,auth_user_id'
const joined: Answer = [201, {}]

describe('restoring a session', () => {
  test('with nothing stored, no request is made', async () => {
    const { session, calls } = frame({})
    assert.equal(session.likely(), false)
    assert.equal(await session.restore(), null)
    assert.equal(await session.accessToken(), undefined)
    assert.deepEqual(calls, [])
  })

  test('[K11] with a cookie that only the server reads, an empty token and the header restore it', async () => {
    const { session, calls, keep } = frame({ [REFRESH]: [200, wireSession({ refresh_token: 'cookie' })] })
    keep.set('session', 'cookie')
    assert.equal((await session.restore())?.email, 'ines@posteo.de')
    assert.equal(calls.length, 1)
    assert.deepEqual(calls[0]!.body, { refresh_token: '' })
    assert.equal(calls[0]!.headers['x-bb-session'], 'cookie')
    assert.equal(calls[0]!.headers['apikey'], 'pk_1')
    assert.equal(keep.get('session'), 'cookie')
  })

  test('without partitioned cookies the stored token restores it, and the new one replaces it', async () => {
    const { session, calls, keep } = frame({ [REFRESH]: [200, wireSession()] }, { cookies: () => false })
    keep.set('session', 'refresh-1')
    await session.restore()
    assert.deepEqual(calls[0]!.body, { refresh_token: 'refresh-1' })
    assert.equal(calls[0]!.headers['x-bb-session'], undefined)
    assert.equal(keep.get('session'), 'refresh-2')
  })

  test('a session that the server has ended is forgotten, here and in the other frames', async () => {
    const messages: ChannelMessage[] = []
    const channel = { postMessage: (m: ChannelMessage) => messages.push(m), addEventListener() {} }
    const { session, keep } = frame({ [REFRESH]: [400, { code: 'refresh_token_not_found' }] }, { channel })
    keep.set('session', 'cookie')
    assert.equal(await session.restore(), null)
    assert.equal(session.likely(), false)
    assert.deepEqual(messages, [{ type: 'out' }])
  })

  test('without a connection, or on a server error, it is kept for the next visit', async () => {
    for (const answer of ['offline', [503, {}], [429, {}]] satisfies Answer[]) {
      const { session, keep } = frame({ [REFRESH]: answer })
      keep.set('session', 'refresh-1')
      assert.equal(await session.restore(), null)
      assert.equal(keep.get('session'), 'refresh-1')
    }
  })
})

describe('refreshing it', () => {
  test('many concurrent callers cause one refresh', async () => {
    const { session, calls, keep } = frame({ [REFRESH]: [200, wireSession()] })
    keep.set('session', 'refresh-1')
    await Promise.all(Array.from({ length: 20 }, () => session.accessToken()))
    assert.equal(calls.length, 1)
  })

  test('a token near its end is replaced before it is used', async () => {
    const later = wireSession({ access_token: 'access-2', expires_at: NOW / 1000 + 2 * HOUR })
    const { session, clock, keep } = frame({
      [REFRESH]: [
        [200, wireSession()],
        [200, later],
      ],
    })
    keep.set('session', 'refresh-1')
    assert.equal(await session.accessToken(), 'access-1')
    clock.now += (HOUR - 31) * 1000
    assert.equal(await session.accessToken(), 'access-1')
    clock.now += 2000
    assert.equal(await session.accessToken(), 'access-2')
  })

  test('frames take turns: the one that waited finds the session refreshed', async () => {
    const keep = createMemoryStorage()
    keep.set('session', 'cookie')
    const frames: ReturnType<typeof frame>[] = []
    let turn = Promise.resolve()
    const lock = (work: () => Promise<void>) => (turn = turn.then(work))
    const listeners: ((event: { data: ChannelMessage }) => void)[] = []
    for (let n = 0; n < 3; n++) {
      const channel = {
        postMessage: (data: ChannelMessage) =>
          listeners.forEach((listener, i) => {
            if (i !== n) listener({ data })
          }),
        addEventListener: (_: string, listener: unknown) => listeners.push(listener as (typeof listeners)[0]),
      }
      frames.push(
        frame({ [REFRESH]: [200, wireSession({ refresh_token: 'cookie' })] }, { keep, lock, channel }),
      )
    }
    const users = await Promise.all(frames.map(({ session }) => session.restore()))
    assert.deepEqual(
      users.map((user) => user?.id),
      ['u1', 'u1', 'u1'],
    )
    assert.equal(frames.flatMap(({ calls }) => calls).length, 1)
  })

  test('signing out in one frame signs the others out', async () => {
    let dispatch: (event: { data: ChannelMessage }) => void = () => {}
    const channel = {
      postMessage() {},
      addEventListener: (_: string, listener: unknown) => {
        dispatch = listener as typeof dispatch
      },
    }
    const { session, keep } = frame({ [REFRESH]: [200, wireSession()] }, { channel })
    keep.set('session', 'refresh-1')
    await session.restore()
    const seen: unknown[] = []
    session.subscribe((user) => seen.push(user))
    dispatch({ data: { type: 'out' } })
    assert.deepEqual(seen, [null])
    assert.equal(session.user, null)
  })
})

describe('signing in', () => {
  test('adds the user to the tenant’s end users, by the verified token', async () => {
    const { session, calls, keep } = frame({
      [PASSWORD]: [200, wireSession({ refresh_token: '' })],
      [JOIN]: joined,
    })
    const user = await session.signIn('ines@posteo.de', 'correct horse')
    assert.equal(user?.email, 'ines@posteo.de')
    assert.equal(keep.get('session'), 'cookie')
    assert.equal(calls[0]!.headers['x-bb-session'], 'cookie')
    assert.equal(calls[1]!.path, JOIN)
    assert.deepEqual(calls[1]!.body, { auth_user_id: 'u1', tenant_id: 't1', email: 'ines@posteo.de' })
    assert.equal(calls[1]!.headers['authorization'], 'Bearer access-1')
    assert.match(calls[1]!.headers['prefer']!, /resolution=ignore-duplicates/)
  })

  test('succeeds even if that fails, and the next visit adds the user', async () => {
    const { session, calls, keep } = frame({
      [PASSWORD]: [200, wireSession()],
      [REFRESH]: [200, wireSession()],
      [JOIN]: [[503, {}], joined],
    })
    await session.signIn('a@b.c', 'x')
    assert.equal(session.user?.id, 'u1')
    assert.equal(keep.get('join'), '1')
    await session.restore()
    await new Promise((resolve) => setImmediate(resolve))
    assert.equal(calls.filter(({ path }) => path === JOIN).length, 2)
    assert.equal(keep.get('join'), null)
  })

  test('a later request that restores the session adds the user, too', async () => {
    const { session, calls, keep } = frame({ [REFRESH]: [200, wireSession()], [JOIN]: joined })
    keep.set('session', 'refresh-1')
    keep.set('join', '1')
    assert.equal(await session.accessToken(), wireSession().access_token)
    await new Promise((resolve) => setImmediate(resolve))
    assert.equal(calls.filter(({ path }) => path === JOIN).length, 1)
    assert.equal(keep.get('join'), null)
  })

  test('an error has the service’s own code and message', async () => {
    const refusal = { code: 'invalid_credentials', message: 'Invalid login credentials' }
    const { session } = frame({ [PASSWORD]: [400, refusal] })
    await assert.rejects(session.signIn('a@b.c', 'x'), (why) => {
      assert.ok(why instanceof CallError)
      assert.deepEqual([why.status, why.code, why.message], [400, refusal.code, refusal.message])
      return true
    })
    assert.equal(session.likely(), false)
  })

  test('[S7-038] signing up passes on where the email leads, and gives no session before it is confirmed', async () => {
    const target = 'https://blocks.example/embed/auth?tenant=pk_1'
    const path = `/auth/v1/signup?redirect_to=${encodeURIComponent(target)}`
    const { session, calls } = frame({ [path]: [200, { id: 'u1', email: 'a@b.c' }] })
    assert.equal(await session.signUp('a@b.c', 'correct horse', target), null)
    assert.equal(calls[0]!.path, path)
    assert.equal(session.likely(), false)
  })

  test('a handed-over code becomes a session of this frame', async () => {
    const { session, calls } = frame({
      '/auth/v1/token?grant_type=one_time_code': [200, wireSession()],
      [JOIN]: joined,
    })
    await session.exchange('otc')
    assert.deepEqual(calls[0]!.body, { code: 'otc' })
    assert.equal(await session.accessToken(), 'access-1')
  })
})

describe('signing out', () => {
  const signedIn = async (logout: Answer) => {
    const made = frame({
      [PASSWORD]: [200, wireSession()],
      [JOIN]: joined,
      '/auth/v1/logout?scope=local': logout,
    })
    await made.session.signIn('a@b.c', 'x')
    return made
  }

  test('ends this session on the server and here', async () => {
    const { session, calls, keep } = await signedIn([204, {}])
    await session.signOut()
    assert.equal(calls.at(-1)!.headers['authorization'], 'Bearer access-1')
    assert.equal(keep.get('session'), null)
    assert.equal(session.user, null)
  })

  test('a frame that restores its session meanwhile waits, and does not refresh the ended session', async () => {
    const keep = createMemoryStorage()
    let turn = Promise.resolve()
    const lock = (work: () => Promise<void>) => (turn = turn.then(work))
    const answers = {
      [PASSWORD]: [200, wireSession()] satisfies Answer,
      [JOIN]: joined,
      '/auth/v1/logout?scope=local': [204, {}] satisfies Answer,
      [REFRESH]: [400, { code: 'refresh_token_not_found' }] satisfies Answer,
    }
    const signingOut = frame(answers, { keep, lock })
    const restoring = frame(answers, { keep, lock })
    await signingOut.session.signIn('a@b.c', 'x')
    const signedOut = signingOut.session.signOut()
    const calledLogout = () => signingOut.calls.some(({ path }) => path.startsWith('/auth/v1/logout'))
    while (!calledLogout()) await Promise.resolve()
    assert.equal(await restoring.session.restore(), null)
    await signedOut
    assert.deepEqual(restoring.calls, [])
  })

  test('a session that had already ended counts as ended', async () => {
    const { session } = await signedIn([403, { code: 'session_not_found' }])
    await session.signOut()
    assert.equal(session.likely(), false)
  })

  test('without a connection it fails and says so: the session still exists', async () => {
    const { session } = await signedIn('offline')
    await assert.rejects(session.signOut(), /No connection/)
    assert.equal(session.likely(), true)
  })
})

test('[S2-209] a user is called by name, else nickname, else User', async () => {
  const cases: [object, string][] = [
    [{ name: 'Ines', nickname: 'ini' }, 'Ines'],
    [{ name: ' ', nickname: 'ini' }, 'ini'],
    [{}, 'User'],
  ]
  for (const [user_metadata, name] of cases) {
    const answer = wireSession({ user: { id: 'u1', email: 'a@b.c', user_metadata } })
    const { session } = frame({ [PASSWORD]: [200, answer], [JOIN]: joined })
    assert.equal(displayName((await session.signIn('a@b.c', 'x'))!), name)
  }
})

/** An access token with an assurance level; nothing checks its signature here. */
const tokenAt = (aal: string) =>
  `x.${Buffer.from(JSON.stringify({ aal, name: 'Zoë?>~' })).toString('base64url')}.x`
const totp = { id: 'f1', factor_type: 'totp', status: 'verified', friendly_name: '' }
const wireSessionWithFactor = (over: object = {}) =>
  wireSession({
    access_token: tokenAt('aal1'),
    user: { id: 'u1', email: 'ines@posteo.de', factors: [totp, { ...totp, id: 'f2', status: 'unverified' }] },
    ...over,
  })

describe('[D21] a pending second factor', () => {
  const VERIFY = '/auth/v1/factors/f1/verify'
  const whole = wireSessionWithFactor({ access_token: tokenAt('aal2') })

  test('until it is verified there is no user: not here, not in other frames, not for the host page', async () => {
    const messages: ChannelMessage[] = []
    const channel = {
      postMessage: (m: unknown) => void messages.push(m as ChannelMessage),
      addEventListener() {},
    }
    const { session, calls } = frame({ [PASSWORD]: [200, wireSessionWithFactor()] }, { channel })
    const received: unknown[] = []
    session.subscribe((user) => received.push(user))
    assert.equal(await session.signIn('ines@posteo.de', 'x'), null)
    assert.equal(session.user, null)
    assert.deepEqual(session.owed, [{ id: 'f1', type: 'totp', name: null }])
    assert.equal(await session.accessToken(), undefined)
    assert.deepEqual(received, [null])
    assert.deepEqual(messages, [])
    assert.deepEqual(
      calls.map(({ path }) => path),
      [PASSWORD],
    )
  })

  test('its verification is sent with the first factor’s session, and completes it', async () => {
    const { session, calls } = frame({
      [PASSWORD]: [200, wireSessionWithFactor()],
      [VERIFY]: [200, whole],
      [JOIN]: joined,
    })
    await session.signIn('ines@posteo.de', 'x')
    const { user } = await session.enter('/factors/f1/verify', { challenge_id: 'c', code: '123456' })
    assert.equal(user?.email, 'ines@posteo.de')
    assert.equal(session.owed, null)
    assert.equal(calls[1]!.headers['authorization'], `Bearer ${tokenAt('aal1')}`)
    assert.equal(await session.accessToken(), tokenAt('aal2'))
    assert.equal(calls.at(-1)!.path, JOIN)
  })

  test('it is still pending after a reload, and can be canceled', async () => {
    const { session, keep } = frame({
      [REFRESH]: [200, wireSessionWithFactor()],
      '/auth/v1/logout?scope=local': [204, {}],
    })
    keep.set('session', 'cookie')
    assert.equal(await session.restore(), null)
    assert.equal(session.owed?.length, 1)
    await session.signOut()
    assert.equal(session.owed, null)
    assert.equal(session.likely(), false)
  })

  test('an account without a verified factor needs no second step', async () => {
    const user = { id: 'u1', email: 'ines@posteo.de', factors: [{ ...totp, status: 'unverified' }] }
    const { session } = frame({ [PASSWORD]: [200, wireSessionWithFactor({ user })], [JOIN]: joined })
    assert.equal((await session.signIn('ines@posteo.de', 'x'))?.id, 'u1')
  })
})

test('a refused password has its reasons, a rate limit its wait time', async () => {
  const weak = { code: 'weak_password', message: 'weak', weak_password: { reasons: ['length', 'pwned'] } }
  const { session } = frame({ '/auth/v1/user': [422, weak] })
  await assert.rejects(session.ask('PUT', '/user', { password: 'x' }), (why: CallError) => {
    assert.deepEqual(why.more.reasons, ['length', 'pwned'])
    return why.code === 'weak_password'
  })
})

test('calls send the language of the page, which emails are written in', async () => {
  const { session, calls } = frame({ '/auth/v1/otp': [200, {}] }, { lang: 'fr' })
  await session.ask('POST', '/otp', { email: 'ines@posteo.de' })
  assert.equal(calls[0]!.headers['accept-language'], 'fr')
})

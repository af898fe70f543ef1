// One channel in isolation, with permissions that the test controls.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ANONYMOUS } from '#kernel/db/claims.ts'
import { createLogger } from '#kernel/log.ts'
import { createHub } from '../hub.ts'
import { LIMITS } from '../limits.ts'
import type { ChannelRights } from '../ports.ts'
import { readJoin } from '../wire/join-payload.ts'
import type { Join } from '../wire/join-payload.ts'
import { createChannel } from './channel.ts'

const rightsTo = (read: boolean): ChannelRights => ({
  broadcast: { read, write: read },
  presence: { read, write: read },
})
const name = { pool: 'p', topic: 'room', private: true }

/** A private channel that just joined, whose permissions are expired until `answer` is called. */
function privateChannel() {
  const sent: string[] = []
  const hub = createHub()
  let answer: (rights: ChannelRights | Error) => void = () => undefined
  const state = { fresh: false, now: rightsTo(true), looks: 0, closed: 0 }
  const rights = {
    get now() {
      return state.now
    },
    fresh: () => state.fresh,
    renew() {
      state.looks++
      return new Promise<ChannelRights>((resolve, reject) => {
        answer = (next) => {
          if (next instanceof Error) return reject(next)
          state.now = next
          resolve(next)
        }
      })
    },
    setClaims: async () => state.now,
  }
  const channel = createChannel(
    { limits: LIMITS, log: createLogger('silent'), hub },
    { vsn: '1.0.0', send: (frame) => sent.push(String(frame)) },
    {
      topic: 'realtime:room',
      name,
      joinRef: '1',
      join: readJoin({}) as Join,
      claims: ANONYMOUS,
      token: undefined,
      rights,
      presenceKey: 'k',
    },
    () => state.closed++,
  )
  const say = (event: string) => hub.deliver({ ...name, event, payload: '{}' })
  /** Everything sent: events of broadcasts, texts of system messages, names of other frames. */
  const told = () =>
    sent.map((frame) => {
      const { event, payload } = JSON.parse(frame)
      return payload.event ?? payload.message ?? event
    })
  return {
    channel,
    state,
    say,
    told,
    answer: async (rights_: ChannelRights | Error) => {
      answer(rights_)
      await new Promise((resolve) => setImmediate(resolve))
    },
  }
}

test('frames before the join’s reply wait for it; frames after permissions expired wait for new ones', async () => {
  const { channel, state, say, told, answer } = privateChannel()
  say('early')
  assert.deepEqual(told(), [])
  channel.open()
  assert.deepEqual(told(), ['early'])
  say('one')
  say('two')
  channel.onlooker.onDiff('{}')
  assert.deepEqual([told(), state.looks], [['early'], 1])
  await answer(rightsTo(true))
  assert.deepEqual(told(), ['early', 'one', 'two', 'presence_diff'])
  state.fresh = true
  say('three')
  assert.deepEqual([told().at(-1), state.looks], ['three', 1])
})

test('[M06] queued frames are dropped if their permission was revoked; without any permission the channel ends', async () => {
  const { channel, state, say, told, answer } = privateChannel()
  channel.open()
  say('secret')
  channel.onlooker.onDiff('{}')
  await answer({ ...rightsTo(false), presence: { read: true, write: false } })
  assert.deepEqual(told(), ['presence_diff'])
  say('secret')
  await answer(rightsTo(false))
  assert.deepEqual(told().slice(1), [
    'You no longer have permission to read from this Channel topic: room',
    'phx_close',
  ])
  assert.deepEqual([channel.ended, state.closed], [true, 1])
  say('after the end')
  channel.end('again')
  assert.deepEqual([told().length, state.closed], [3, 1])
})

test('if permissions cannot be read, nothing is sent, the client is told, and the next frame tries again', async () => {
  const { channel, say, told, answer } = privateChannel()
  channel.open()
  say('lost')
  await answer(new Error('the database is away'))
  assert.match(told().join(), /^Messages were missed/)
  assert.equal(channel.ended, false)
  say('next')
  await answer(rightsTo(true))
  assert.equal(told().at(-1), 'next')
})

test('the queue is limited', () => {
  const { channel, say, told } = privateChannel()
  channel.open()
  for (let i = 0; i < 1000; i++) say('flood')
  assert.ok(channel.ended)
  assert.equal(told().length, 2)
})

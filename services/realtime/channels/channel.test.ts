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
    get current() {
      return state.now
    },
    isFresh: () => state.fresh,
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
  const sendMessage = (event: string) => hub.deliver({ ...name, event, payload: '{}' })
  /** Everything sent: events of broadcasts, texts of system messages, names of other frames. */
  const sentTexts = () =>
    sent.map((frame) => {
      const { event, payload } = JSON.parse(frame)
      return payload.event ?? payload.message ?? event
    })
  return {
    channel,
    state,
    sendMessage,
    sentTexts,
    answer: async (rights_: ChannelRights | Error) => {
      answer(rights_)
      await new Promise((resolve) => setImmediate(resolve))
    },
  }
}

test('frames before the join’s reply wait for it; frames after permissions expired wait for new ones', async () => {
  const { channel, state, sendMessage, sentTexts, answer } = privateChannel()
  sendMessage('early')
  assert.deepEqual(sentTexts(), [])
  channel.open()
  assert.deepEqual(sentTexts(), ['early'])
  sendMessage('one')
  sendMessage('two')
  channel.onlooker.onDiff('{}')
  assert.deepEqual([sentTexts(), state.looks], [['early'], 1])
  await answer(rightsTo(true))
  assert.deepEqual(sentTexts(), ['early', 'one', 'two', 'presence_diff'])
  state.fresh = true
  sendMessage('three')
  assert.deepEqual([sentTexts().at(-1), state.looks], ['three', 1])
})

test('[M06] queued frames are dropped if their permission was revoked; without any permission the channel ends', async () => {
  const { channel, state, sendMessage, sentTexts, answer } = privateChannel()
  channel.open()
  sendMessage('secret')
  channel.onlooker.onDiff('{}')
  await answer({ ...rightsTo(false), presence: { read: true, write: false } })
  assert.deepEqual(sentTexts(), ['presence_diff'])
  sendMessage('secret')
  await answer(rightsTo(false))
  assert.deepEqual(sentTexts().slice(1), [
    'You no longer have permission to read from this Channel topic: room',
    'phx_close',
  ])
  assert.deepEqual([channel.ended, state.closed], [true, 1])
  sendMessage('after the end')
  channel.end('again')
  assert.deepEqual([sentTexts().length, state.closed], [3, 1])
})

test('if permissions cannot be read, nothing is sent, the client gets an error, and the next frame retries', async () => {
  const { channel, sendMessage, sentTexts, answer } = privateChannel()
  channel.open()
  sendMessage('lost')
  await answer(new Error('the database is away'))
  assert.match(sentTexts().join(), /^Messages were missed/)
  assert.equal(channel.ended, false)
  sendMessage('next')
  await answer(rightsTo(true))
  assert.equal(sentTexts().at(-1), 'next')
})

test('the queue is limited', () => {
  const { channel, sendMessage, sentTexts } = privateChannel()
  channel.open()
  for (let i = 0; i < 1000; i++) sendMessage('flood')
  assert.ok(channel.ended)
  assert.equal(sentTexts().length, 2)
})

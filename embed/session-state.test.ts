import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  reduceSession,
  RETRY_MS,
  type SessionEvent,
  type SessionState,
  type SharedSession,
  SIGNED_OUT,
} from './session-state.ts'

const tokenAt = (aal: string) => `x.${Buffer.from(JSON.stringify({ aal })).toString('base64url')}.x`
const factor = { id: 'f1', factor_type: 'totp' as const, status: 'verified' as const, friendly_name: '' }
const whole: SharedSession = {
  access_token: tokenAt('aal1'),
  expires_at: 1_000,
  user: { id: 'u1', email: 'ines@posteo.de', user_metadata: {} },
}
const half: SharedSession = { ...whole, user: { ...whole.user, factors: [factor] } }
const received = (session: SharedSession, refresh_token = 'refresh-1') =>
  ({ type: 'received', response: { ...session, refresh_token } }) as SessionEvent
const next = (event: SessionEvent, state: SessionState = SIGNED_OUT) => reduceSession(state, event)

const STATES: SessionState[] = [SIGNED_OUT, next(received(half)).state, next(received(whole)).state]
const refreshAhead = { type: 'refreshAt', ms: 1_000_000 - 90_000 }
const notify = { type: 'notify' }

test('the three phases: signed out, a factor pending, signed in', () => {
  assert.deepEqual(
    STATES.map(({ phase, user, owed }) => [phase, user?.id ?? null, owed?.map(({ id }) => id) ?? null]),
    [
      ['signedOut', null, null],
      ['pendingFactors', null, ['f1']],
      ['signedIn', 'u1', null],
    ],
  )
})

describe('from every phase', () => {
  for (const state of STATES) {
    test(`${state.phase}: a complete session is stored, scheduled, reported and broadcast`, () => {
      const { state: after, effects } = next(received(whole), state)
      assert.equal(after.phase, 'signedIn')
      assert.deepEqual(effects, [
        { type: 'store', token: 'refresh-1' },
        refreshAhead,
        notify,
        { type: 'broadcast', message: { type: 'in', session: whole } },
      ])
    })

    test(`${state.phase}: a session with a pending factor is not broadcast`, () => {
      const { state: after, effects } = next(received(half), state)
      assert.equal(after.phase, 'pendingFactors')
      assert.deepEqual(effects, [{ type: 'store', token: 'refresh-1' }, refreshAhead, notify])
    })

    test(`${state.phase}: the end clears the storage and is broadcast`, () => {
      const { state: after, effects } = next({ type: 'ended' }, state)
      assert.equal(after, SIGNED_OUT)
      assert.deepEqual(effects, [
        { type: 'clearStorage' },
        { type: 'cancelRefresh' },
        notify,
        { type: 'broadcast', message: { type: 'out' } },
      ])
    })

    test(`${state.phase}: without a stored session nothing is cleared or broadcast`, () => {
      const { state: after, effects } = next({ type: 'missing' }, state)
      assert.equal(after, SIGNED_OUT)
      assert.deepEqual(effects, [{ type: 'cancelRefresh' }, notify])
    })

    test(`${state.phase}: another frame's message is adopted, and neither stored nor repeated`, () => {
      const signIn = next({ type: 'broadcast', message: { type: 'in', session: whole } }, state)
      assert.equal(signIn.state.phase, 'signedIn')
      assert.deepEqual(signIn.effects, [refreshAhead, notify])
      const signOut = next({ type: 'broadcast', message: { type: 'out' } }, state)
      assert.equal(signOut.state, SIGNED_OUT)
      assert.deepEqual(signOut.effects, [{ type: 'cancelRefresh' }, notify])
    })

    test(`${state.phase}: a failed refresh changes nothing, and is retried if there is a session`, () => {
      const { state: after, effects } = next({ type: 'refreshFailed' }, state)
      assert.equal(after, state)
      assert.deepEqual(effects, state.session ? [{ type: 'refreshIn', ms: RETRY_MS }] : [])
    })
  }
})

test('an empty refresh token means that it is in the cookie', () => {
  assert.deepEqual(next(received(whole, '')).effects[0], { type: 'store', token: 'cookie' })
})

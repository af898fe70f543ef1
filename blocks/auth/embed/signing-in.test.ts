import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  firstState,
  reduceSigningIn,
  type SessionView,
  type SignInEvent,
  type SignInState,
  type ViewName,
} from './signing-in.ts'

const VIEWS: ViewName[] = ['loading', 'form', 'second', 'signed-in', 'signup', 'email', 'recovery', 'account']
const problem = { message: 'Wrong password' }
const at = (view: ViewName, over: Partial<SignInState> = {}): SignInState => ({
  ...firstState(false, false),
  view,
  ...over,
})
/** The view that follows from each view. */
const after = (event: SignInEvent) =>
  Object.fromEntries(VIEWS.map((view) => [view, reduceSigningIn(at(view), event)[0].view]))
const always = (view: ViewName) => Object.fromEntries(VIEWS.map((from) => [from, view]))
const same = Object.fromEntries(VIEWS.map((view) => [view, view]))
const guided = { signup: 'signup', email: 'email', recovery: 'recovery', account: 'account' }

test('the page starts with what it knows', () => {
  assert.deepEqual(firstState(true, true), at('signed-in', { moved: true }))
  assert.deepEqual(firstState(false, true), at('loading'))
  assert.deepEqual(firstState(false, false), at('form'))
})

describe('arrival', () => {
  const arrived = (next: SessionView): SignInEvent => ({ type: 'arrived', next, problem: null })

  test('waits for an earlier session', () =>
    assert.deepEqual(after({ type: 'restoring' }), always('loading')))

  test('without a session ends the wait only, because the visitor may have moved on', () =>
    assert.deepEqual(after(arrived('form')), { ...same, loading: 'form' }))

  test('with a session shows it', () => {
    assert.deepEqual(after(arrived('second')), always('second'))
    assert.deepEqual(after(arrived('signed-in')), always('signed-in'))
  })

  test('shows a failed hand-over, and otherwise leaves an error alone', () => {
    assert.deepEqual(reduceSigningIn(at('loading'), { type: 'arrived', next: 'form', problem }), [
      at('form', { problem }),
    ])
    assert.deepEqual(reduceSigningIn(at('form', { problem }), arrived('form')), [at('form', { problem })])
  })
})

describe('a change of the session', () => {
  const changed = (next: SessionView): SignInEvent => ({ type: 'session-changed', next })

  test('to signed out returns to the form, except from steps that wait for an email', () =>
    assert.deepEqual(after(changed('form')), { ...always('form'), ...guided, account: 'form' }))

  test('to signed in shows it, except where the view decides what follows', () => {
    assert.deepEqual(after(changed('signed-in')), { ...always('signed-in'), ...guided })
    assert.deepEqual(after(changed('second')), { ...always('second'), ...guided })
  })

  test('to signed in forgets the typed password', () => {
    for (const next of ['second', 'signed-in'] as const)
      assert.deepEqual(reduceSigningIn(at('form'), changed(next)).slice(1), [{ type: 'forget-password' }])
    assert.deepEqual(reduceSigningIn(at('form'), changed('form')).slice(1), [])
  })

  test('keeps the failed welcome of a signed-in user only', () => {
    const failed = at('signed-in', { welcomeError: 'offline' })
    const welcomeError = (next: SessionView) => reduceSigningIn(failed, changed(next))[0].welcomeError
    assert.equal(welcomeError('signed-in'), 'offline')
    assert.equal(welcomeError('form'), null)
    assert.equal(welcomeError('second'), null)
  })
})

describe('an attempt', () => {
  test('shows its error at the form and removes it at the next one', () => {
    assert.deepEqual(reduceSigningIn(at('form'), { type: 'failed', problem }), [at('form', { problem })])
    assert.deepEqual(reduceSigningIn(at('form', { problem }), { type: 'retried' }), [at('form')])
  })

  const entered = (over: object) =>
    reduceSigningIn(at('form', { problem }), {
      type: 'entered',
      next: 'signed-in',
      userId: 'u1',
      intermediate: false,
      ...over,
    })

  test('that signs in continues to the welcome page, without another view before it', () =>
    assert.deepEqual(entered({}), [at('form', { problem }), { type: 'show-welcome', userId: 'u1' }]))

  test('that signs in reports to a page for which it is the first step', () =>
    assert.deepEqual(entered({ intermediate: true }), [at('form', { problem }), { type: 'report' }]))

  test('that needs a second step shows it', () => {
    for (const intermediate of [true, false])
      assert.deepEqual(entered({ next: 'second', userId: null, intermediate }), [
        at('second', { moved: true }),
      ])
  })
})

describe('views', () => {
  test('follow the visitor, without the errors of the earlier view', () => {
    for (const view of VIEWS)
      assert.deepEqual(
        reduceSigningIn(at('form', { problem, welcomeError: 'offline' }), { type: 'turned', to: view }),
        [at(view, { moved: true })],
      )
  })

  test('lead back to the form for signing in', () =>
    assert.deepEqual(reduceSigningIn(at('signup'), { type: 'back-to-form' }), [
      at('form', { moved: true }),
      { type: 'select-sign-in' },
    ]))

  test('follow a sign-in in another window', () =>
    assert.deepEqual(reduceSigningIn(at('email'), { type: 'signed-in-elsewhere' }), [at('signed-in')]))

  test('say that the welcome page did not load, to the user it was for', () => {
    const failed = (next: SessionView, sameUser: boolean) =>
      reduceSigningIn(at('form', { problem }), { type: 'welcome-failed', next, sameUser, why: 'offline' })
    assert.deepEqual(failed('signed-in', true), [at('signed-in', { moved: true, welcomeError: 'offline' })])
    assert.deepEqual(failed('signed-in', false), [at('signed-in', { moved: true })])
    assert.deepEqual(failed('form', false), [at('form', { moved: true })])
  })
})

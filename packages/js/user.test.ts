import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { UserState } from './user.ts'

const INES = { id: 'u1', email: 'ines@mill.test' }
/** Responses of `bb('user')`, in order; the test decides when each one arrives. */
const pending: { resolve(user: unknown): void; reject(error: Error): void }[] = []
const page = new EventTarget()
const send = (name: string) => page.dispatchEvent(new CustomEvent(`bb:${name}`, { detail: {} }))
const settled = () => new Promise((resolve) => setImmediate(resolve))

let readUser: () => UserState
let stop: () => void
const seen: UserState[] = []

before(async () => {
  const bb = () => new Promise((resolve, reject) => pending.push({ resolve, reject }))
  Object.assign(globalThis, { document: page, window: { bb: Object.assign(bb, { v: '1.3.0' }) } })
  const store = await import('./user.ts')
  readUser = store.readUser
  stop = store.watchUser(() => seen.push(readUser()))
  await settled()
})

test('the state is never signed in without a user, even right after a sign-in', async () => {
  assert.deepEqual(readUser(), { status: 'loading', user: null })
  pending.shift()!.resolve(null)
  await settled()
  assert.deepEqual(readUser(), { status: 'signed-out', user: null })
  send('signed-in')
  assert.equal(readUser().status, 'signed-out')
  await settled()
  pending.shift()!.resolve(INES)
  await settled()
  assert.deepEqual(readUser(), { status: 'signed-in', user: INES })
  assert.ok(seen.every(({ status, user }) => (status === 'signed-in') === (user !== null)))
})

test('a response that arrives after a sign-out does not bring the user back', async () => {
  send('signed-in')
  await settled()
  send('signed-out')
  pending.shift()!.resolve(INES)
  await settled()
  assert.deepEqual(readUser(), { status: 'signed-out', user: null })
})

test('on an unlisted site, the error says why the user is unknown', async () => {
  send('signed-in')
  await settled()
  const why = new Error('This site is not on its tenant’s list of sites.')
  pending.shift()!.reject(why)
  await settled()
  assert.deepEqual(readUser(), { status: 'signed-out', user: null, error: why })
  stop()
})

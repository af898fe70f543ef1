import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { authActions as Acts } from './auth-actions.ts'

let acts: typeof Acts
let respond: () => Promise<Response>

before(async () => {
  // The browser globals that the auth client needs.
  const config = JSON.stringify({ url: 'https://studio.example', anonKey: 'anon' })
  Object.assign(globalThis, {
    document: { getElementById: () => ({ textContent: config }) },
    location: new URL('https://studio.example/auth'),
    fetch: () => respond(),
  })
  ;({ authActions: acts } = await import('./auth-actions.ts'))
})

const errorResponse = (status: number, code: string, msg: string) => async () =>
  Response.json({ code: status, error_code: code, msg }, { status })

test('[S8-084] a rejected sign-in returns its error and does not throw', async () => {
  respond = errorResponse(400, 'invalid_credentials', 'Invalid login credentials')
  const { error } = await acts.signIn('mara@hearthandrye.test', 'wrong')
  assert.equal(error?.message, 'Invalid login credentials')
  assert.equal(error.code, 'invalid_credentials')
})

test('[S8-085] a rejected sign-up returns its error and signs no one in', async () => {
  respond = errorResponse(422, 'user_already_exists', 'User already registered')
  const { error, signedIn } = await acts.signUp('mara@hearthandrye.test', 'slow bread before dawn')
  assert.equal(error?.message, 'User already registered')
  assert.equal(signedIn, false)
})

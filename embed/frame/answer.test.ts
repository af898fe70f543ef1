import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { EmbedApi, EmbedPageData, EmbedSession, EmbedUser } from '#kernel/browser/embed-page.ts'
import type { Question } from '../messages.ts'
import { answerQuestion } from './answer.ts'

const INES = { id: 'ines' } as EmbedUser
const PAUL = { id: 'paul' } as EmbedUser
const listed = { host: { exact: true } } as EmbedPageData

/** A session with only what the answers need. Each token contains the number of tokens before it. */
function fakeSession() {
  const listeners = new Set<(user: EmbedUser | null) => void>()
  let made = 0
  const session = {
    user: null as EmbedUser | null,
    restore: async () => session.user,
    signOut: async () => become(null),
    ask: async () => ({ token: `token-${++made}`, expires_at: Date.now() / 1000 + 300 }),
    subscribe(listener: (user: EmbedUser | null) => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  function become(user: EmbedUser | null) {
    session.user = user
    for (const listener of listeners) listener(user)
  }
  const call = async () => ({
    roles: ['Editor'],
    products: [
      { id: 'p1', name: 'Bread club' },
      { id: 'p2', name: null },
    ],
  })
  const ask = async (what: Question, data = listed) =>
    answerQuestion(
      { type: 'ask', number: 1, what },
      { session: session as unknown as EmbedSession, call: call as EmbedApi['call'] },
      data,
    )
  return { become, ask, token: async () => (await ask('token')).value, listeners }
}

test('[peers A14] a page gets the same token while it lasts, and another after a new sign-in', async () => {
  const { become, ask, token, listeners } = fakeSession()
  assert.equal(await token(), null)
  become(INES)
  assert.equal(await token(), 'token-1')
  become(INES)
  assert.equal(await token(), 'token-1', 'the session was refreshed')
  await ask('sign-out')
  assert.equal(await token(), null)
  become(INES)
  assert.equal(await token(), 'token-2', 'the first one ended with its session')
  become(PAUL)
  assert.equal(await token(), 'token-3')
  become(INES)
  assert.equal(await token(), 'token-4')
  assert.equal(listeners.size, 1)
})

test('[K05] a page that is not listed by name does not learn who is signed in', async () => {
  const { become, ask } = fakeSession()
  become(INES)
  for (const what of ['token', 'access'] as const) {
    const answer = await ask(what, { host: { exact: false } } as EmbedPageData)
    assert.equal(answer.value, undefined)
    assert.match(answer.refused ?? '', /list of sites/)
  }
})

test('[peers A6] what the visitor has is in the form of data-bb-show; signed out it is nothing, without a request', async () => {
  const { become, ask } = fakeSession()
  assert.deepEqual((await ask('access')).value, [])
  become(INES)
  assert.deepEqual((await ask('access')).value, ['role:Editor', 'bought:p1', 'plan:Bread club', 'bought:p2'])
})

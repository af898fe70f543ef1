import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { EmbedSession, EmbedUser } from '#kernel/browser/embed-page.ts'
import { arrive } from './arrival.ts'
import type { Host } from './host.ts'

const ines = { id: 'ines' } as EmbedUser
const sender = { id: 'sender' } as EmbedUser

/** The signed-in user after a page was opened with a code, and the code that was requested. */
async function arriving(session: Partial<EmbedSession>) {
  const exchanged: string[] = []
  const reported: string[] = []
  const { user, problem } = await arrive(
    {
      user: null,
      owed: null,
      likely: () => false,
      restore: async () => null,
      exchange: async (code: string) => {
        exchanged.push(code)
        return sender
      },
      subscribe: () => () => {},
      ...session,
    } as EmbedSession,
    {
      takeCode: async () => 'c1',
      post: ({ type }: { type: string }) => reported.push(type),
    } as unknown as Host,
  )
  return { user, problem: problem !== undefined, exchanged, reported }
}

test('[F07] a link signs in when nobody is signed in, and never replaces a signed-in user', async () => {
  assert.deepEqual(await arriving({}), {
    user: sender,
    problem: false,
    exchanged: ['c1'],
    reported: ['signed-in'],
  })
  assert.deepEqual(await arriving({ likely: () => true, restore: async () => ines }), {
    user: ines,
    problem: false,
    exchanged: [],
    reported: ['signed-in'],
  })
})

test('[F07] a user whose session cannot be checked right now still counts: the link is refused, with a message', async () => {
  assert.deepEqual(await arriving({ likely: () => true }), {
    user: null,
    problem: true,
    exchanged: [],
    reported: ['signed-out'],
  })
  // A second factor is still pending: nobody is signed in yet.
  assert.deepEqual((await arriving({ likely: () => true, owed: {} as never })).exchanged, ['c1'])
})

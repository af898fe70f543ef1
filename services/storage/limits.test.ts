import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { storageWorld } from '#testing/storage-world.ts'

// A tenth of every limit: 60 a minute.
const world = await storageWorld({ env: { AUTH_LIMIT_FACTOR: '0.1' } })
const a = await world.tenant()
await a.creator.storage.createBucket('open', { public: true })

/** Statuses of 70 requests, one after the other, each with another namespace. */
async function statuses(send: (pool: string) => Response | Promise<Response>): Promise<Set<number>> {
  const seen = new Set<number>()
  for (let i = 0; i < 70; i++) seen.add((await send(randomUUID())).status)
  return seen
}

test('[P05] a made-up namespace in a header gives no new allowance: images', async () => {
  const image = `/render/image/public/${a.public_key}/open/none.png?width=4`
  assert.deepEqual(
    await statuses((pool) => world.ask(undefined, image, { headers: { 'x-bb-pool': pool } })),
    new Set([404, 429]),
  )
})

test('[P05] a made-up namespace gives no new allowance: lists and writes of a creator', async () => {
  const headers = (pool: string) => ({
    ...a.creator.headers,
    'x-bb-pool': pool,
    'content-type': 'application/json',
  })
  const list = (pool: string) =>
    world.ask(undefined, '/object/list/open', {
      method: 'POST',
      headers: headers(pool),
      body: '{"prefix":""}',
    })
  const write = (pool: string) =>
    world.ask(undefined, '/object/open/a.txt', { method: 'POST', headers: headers(pool), body: '{}' })
  for (const send of [list, write]) assert.ok((await statuses(send)).has(429))
})

test('[P05] a caller over the limit gets the time to retry, and other callers are served', async () => {
  const b = await world.tenant()
  const read = (who = a.visitor) =>
    world.ask(who, '/object/list/open', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"prefix":""}',
    })
  let refused: Response | undefined
  for (let i = 0; i < 70 && !refused; i++) {
    const answer = await read()
    if (answer.status === 429) refused = answer
  }
  assert.ok(Number(refused!.headers.get('retry-after')) > 0)
  assert.equal((await refused!.json()).code, 'SlowDown')
  assert.notEqual((await read(b.visitor)).status, 429)
})

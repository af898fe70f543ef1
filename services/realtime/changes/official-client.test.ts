import assert from 'node:assert/strict'
import { test } from 'node:test'
import { postgresChangesFilter } from '@supabase/supabase-js'
import type {
  RealtimeChannel,
  RealtimePostgresChangesFilter,
  RealtimePostgresChangesPayload,
  SupabaseClient,
} from '@supabase/supabase-js'
import { makeTenant } from '#testing/factories.ts'
import { signUp } from '#testing/test-users.ts'
import { inbox, realtimeApp } from '#testing/realtime-app.ts'

const app = await realtimeApp()
const second = await app.another()
const creatorA = await signUp(app, app.anonKey)
const creatorB = await signUp(app, app.anonKey)
const tenant = await makeTenant(app.database, { owner: creatorA.user.id })
const foreign = await makeTenant(app.database, { owner: creatorB.user.id })
const member = await signUp(app, tenant.public_key)

type Item = { id: string; tenant_id: string; name: string; price_cents: number; active: boolean }
type Change = RealtimePostgresChangesPayload<Item>
type Wanted = RealtimePostgresChangesFilter<'*'>
const ITEMS = { event: '*', schema: 'public', table: 'items' } as const
let channels = 0

/** Subscribes, and waits until the subscription to changes is active. */
async function watch(client: SupabaseClient, binding: Wanted = ITEMS) {
  const received = inbox<Change>()
  const channel = client
    .channel(`changes ${++channels}`, { config: { postgres_changes_options: { wait: true, timeout: 0 } } })
    .on<Item>('postgres_changes', binding, (change) => received.put(change))
  const { status, error } = await answerOf(channel)
  assert.equal(status, 'SUBSCRIBED', String(error))
  return Object.assign(received, { channel })
}
const answerOf = (channel: RealtimeChannel) =>
  new Promise<{ status: string; error: Error | undefined }>((resolve) =>
    channel.subscribe((status, error) => resolve({ status, error })),
  )

/** Signs in. The token is set before anything is joined. */
async function as(
  { access_token: token }: { access_token: string },
  key = app.anonKey,
  server: { url: string } = app,
) {
  const client = app.visit(key, { token, server })
  await client.realtime.setAuth()
  return client
}
const asA = await as(creatorA)
const add = async (name: string, client = asA, tenant_id = tenant.id) => {
  const { data, error } = await client
    .from('items')
    .insert({ tenant_id, name, price_cents: 5 })
    .select()
    .single()
  assert.equal(error, null)
  return data as Item
}

test('[S7-114] insert, update and delete arrive in the client’s format, whichever process was written to', async () => {
  const here = await watch(asA)
  const there = await watch(await as(creatorA, app.anonKey, second))
  const item = await add('Lamp')
  await asA.from('items').update({ price_cents: 7, active: false }).eq('id', item.id)
  await asA.from('items').delete().eq('id', item.id)
  for (const received of [here, there]) {
    const [inserted, updated, deleted] = [await received.next(), await received.next(), await received.next()]
    assert.deepEqual(
      [inserted, updated, deleted].map(({ eventType, schema, table, errors }) => [
        eventType,
        schema,
        table,
        errors,
      ]),
      ['INSERT', 'UPDATE', 'DELETE'].map((type) => [type, 'public', 'items', null]),
    )
    assert.deepEqual(inserted.new, item)
    assert.deepEqual(inserted.old, {})
    assert.deepEqual(updated.new, { ...item, price_cents: 7, active: false })
    assert.deepEqual(updated.old, { tenant_id: tenant.id, id: item.id })
    assert.deepEqual(deleted.new, {})
    assert.deepEqual(deleted.old, { tenant_id: tenant.id, id: item.id })
    assert.ok(Date.parse(inserted.commit_timestamp) > Date.now() - 60_000)
  }
})

test('[M02] each subscriber receives what it may read: visitors, end users, both creators and the service', async () => {
  const watching = {
    'no session': await watch(app.visit(app.anonKey)),
    'visitor of A': await watch(app.visit(tenant.public_key)),
    'visitor who asks for A': await watch(app.visit(app.anonKey), {
      ...ITEMS,
      filter: `tenant_id=eq.${tenant.id}`,
    }),
    'visitor of B': await watch(app.visit(foreign.public_key)),
    'end user of A': await watch(await as(member, tenant.public_key)),
    'creator A': await watch(asA),
    'creator B': await watch(await as(creatorB)),
    service: await watch(app.visit(app.serviceKey)),
  }
  const service = app.visit(app.serviceKey)
  const shown = await add('Shown', service)
  const { data: hidden } = await service
    .from('items')
    .insert({ tenant_id: tenant.id, name: 'Hidden', price_cents: 5, active: false })
    .select()
    .single()
  const other = await add('Other', service, foreign.id)
  await service.from('items').delete().in('id', [hidden.id])
  const expected = {
    'no session': [],
    'visitor of A': [shown.id],
    'visitor who asks for A': [shown.id],
    'visitor of B': [other.id],
    'end user of A': [shown.id],
    'creator A': [shown.id, hidden.id, hidden.id],
    'creator B': [other.id],
    service: [shown.id, hidden.id, other.id, hidden.id],
  }
  while (watching.service.all.length < 4) await watching.service.next()
  // A transaction is delivered to everyone in this process before the next one is processed.
  await add('The end', service)
  for (let received = await watching['creator A'].next(); ; received = await watching['creator A'].next())
    if ((received.new as Item).name === 'The end') break
  for (const [who, ids] of Object.entries(expected))
    assert.deepEqual(
      watching[who as keyof typeof watching].all
        .filter((change) => (change.new as Item).name !== 'The end')
        .map((change) => (change.eventType === 'DELETE' ? change.old : change.new).id),
      ids,
      who,
    )
})

test('supports filters from the client’s builder, and selected columns', async () => {
  const filter = postgresChangesFilter().in('name', ['Desk, "oak" (old)', 'Chair']).gt('price_cents', 1)
  const received = await watch(asA, { ...ITEMS, filter, select: ['name'] })
  await add('Lamp')
  const item = await add('Desk, "oak" (old)')
  assert.deepEqual((await received.next()).new, { tenant_id: tenant.id, id: item.id, name: item.name })
  assert.equal(received.all.length, 1)
})

test('an invalid subscription is rejected by the join if the client waits, otherwise by a system message', async () => {
  const binding = { ...ITEMS, table: 'doesnotexist' }
  const expectedError =
    /Please check Realtime is enabled for the given connect parameters: \[event: \*, schema: public, table: doesnotexist/
  await assert.rejects(watch(asA, binding), expectedError)
  await assert.rejects(
    watch(asA, { ...ITEMS, filter: 'price_cents=eq.cheap' }),
    /invalid input syntax for type integer/,
  )
  await assert.rejects(
    watch(app.visit(tenant.public_key), { ...ITEMS, table: 'orders' }),
    /Please check Realtime/,
  )
  const received = inbox<{ status: string; extension: string; message: string }>()
  const channel = asA
    .channel('without waiting')
    .on('postgres_changes', binding, () => undefined)
    .on('system', {}, (message) => received.put(message))
  assert.equal((await answerOf(channel)).status, 'SUBSCRIBED')
  const systemMessage = await received.next()
  assert.deepEqual([systemMessage.status, systemMessage.extension], ['error', 'postgres_changes'])
  assert.match(systemMessage.message, expectedError)
})

test('[M02] a token that is set later applies to the changes after it', async () => {
  const client = app.visit(app.anonKey)
  const received = await watch(client)
  const owner = await watch(asA)
  await add('Before')
  assert.equal(((await owner.next()).new as Item).name, 'Before')
  await add('Between')
  assert.equal(((await owner.next()).new as Item).name, 'Between')
  await client.realtime.setAuth(creatorA.access_token)
  // When a change that only the new token may see arrives, the server has applied the token.
  const found = received.next()
  const again = setInterval(() => void add('After'), 50)
  await found
  clearInterval(again)
  assert.ok(received.all.every((change) => (change.new as Item).name !== 'Before'))
})

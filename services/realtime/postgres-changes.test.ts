// Database changes as the official client receives them. The tests in changes/ prove who receives what.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { postgresChangesFilter } from '@supabase/supabase-js'
import type { RealtimeChannel } from '@supabase/supabase-js'
import { makeTenant } from '#testing/factories.ts'
import { signUp } from '#testing/test-users.ts'
import { inbox, realtimeApp, subscribed } from '#testing/realtime-app.ts'

const app = await realtimeApp()
const [one, other] = [await makeTenant(app.database), await makeTenant(app.database)]
const member = await signUp(app, one.public_key)
await app.owner.query(`
  create table public.notes (tenant_id uuid, id int, body text, secret text, primary key (tenant_id, id));
  select app.protect('public.notes');
  grant select (tenant_id, id, body) on public.notes to end_user;
  create policy of_tenant on public.notes for select to end_user using (tenant_id = app.tenant_id());
  select realtime.publish('public.notes');`)
const TABLE = { schema: 'public', table: 'notes' }
let ids = 0

const insert = async (tenant: { id: string }, body: string) => {
  const id = ++ids
  await app.owner.query('insert into public.notes values ($1, $2, $3, $4)', [tenant.id, id, body, 'canary'])
  return id
}

interface Change {
  eventType: string
  new: { id?: number; body?: string }
  old: { id?: number }
  errors: unknown
}

async function visit(token: string | undefined = member.access_token) {
  const client = app.visit(one.public_key, { ...(token && { token }) })
  if (token) await client.realtime.setAuth()
  return client
}

function systemOf(channel: RealtimeChannel) {
  const system = inbox<{ extension: string; status: string; message: string }>()
  channel.on('system', {}, (message) => system.put(message as never))
  return system
}

for (const vsn of ['1.0.0', '2.0.0'])
  test(`[S4-077] [S7-114] [M02] subscribers who may see a row receive its changes, by event and filter (vsn ${vsn})`, async () => {
    const client = app.visit(one.public_key, { token: member.access_token, realtime: { vsn } })
    await client.realtime.setAuth()
    const channel = client.channel('notes')
    const [all, inserts, filtered] = [inbox<Change>(), inbox<Change>(), inbox<Change>()]
    const filter = postgresChangesFilter().eq('body', 'wanted, "(really)"')
    channel
      .on('postgres_changes', { event: '*', ...TABLE }, (change) => all.put(change as never))
      .on('postgres_changes', { event: 'INSERT', ...TABLE }, (change) => inserts.put(change as never))
      .on('postgres_changes', { event: '*', ...TABLE, filter }, (change) => filtered.put(change as never))
    const system = systemOf(channel)
    assert.deepEqual(await subscribed(channel), { status: 'SUBSCRIBED', error: undefined })
    const { extension, status, message } = await system.next()
    assert.deepEqual([extension, status, message], ['postgres_changes', 'ok', 'Subscribed to PostgreSQL'])

    await insert(other, 'of another tenant')
    const first = await insert(one, 'a')
    const second = await insert(one, 'wanted, "(really)"')
    await app.owner.query('delete from public.notes where id = $1', [first])
    const inserted = await all.next()
    assert.deepEqual(inserted.new, { tenant_id: one.id, id: first, body: 'a' })
    assert.deepEqual([inserted.eventType, inserted.old], ['INSERT', {}])
    assert.equal((await all.next()).new.id, second)
    const deleted = await all.next()
    assert.deepEqual([deleted.eventType, deleted.old], ['DELETE', { tenant_id: one.id, id: first }])
    assert.equal((await filtered.next()).new.id, second)
    assert.deepEqual([(await inserts.next()).new.id, (await inserts.next()).new.id], [first, second])
    assert.deepEqual([all.all.length, inserts.all.length, filtered.all.length], [3, 2, 1])
    assert.ok(!JSON.stringify(all.all).includes('canary'))
  })

test('an invalid subscription is reported in a message or, if the client waits for it, as an error of the join', async () => {
  const subscribeWith = async (wait: boolean) => {
    const client = await visit()
    const channel = client.channel('notes', { config: { postgres_changes_options: { wait } } })
    channel.on('postgres_changes', { event: '*', ...TABLE, filter: 'nothing=eq.1' }, () => undefined)
    return { channel, system: systemOf(channel), joined: await subscribed(channel) }
  }
  const joins = await subscribeWith(false)
  assert.equal(joins.joined.status, 'SUBSCRIBED')
  const { extension, status, message } = await joins.system.next()
  assert.deepEqual([extension, status], ['postgres_changes', 'error'])
  assert.match(message, /nothing/)
  const waits = await subscribeWith(true)
  assert.equal(waits.joined.status, 'CHANNEL_ERROR')
  assert.match(waits.joined.error!.message, /nothing/)
  await waits.channel.unsubscribe()
})

test('[M02] [M04] after the session ends, nothing more is delivered; a visitor receives nothing at all', async () => {
  const session = await signUp(app, one.public_key)
  const received = inbox<Change>()
  const states = inbox<string>()
  const channel = (await visit(session.access_token)).channel('mine')
  channel.on('postgres_changes', { event: '*', ...TABLE }, (change) => received.put(change as never))
  channel.subscribe((status) => states.put(status))
  assert.equal(await states.next(), 'SUBSCRIBED')
  const visitor = app.visit(one.public_key).channel('mine')
  const system = systemOf(visitor)
  visitor.on('postgres_changes', { event: '*', ...TABLE }, (change) => received.put(change as never))
  await subscribed(visitor)
  await system.next()

  const watching = (await visit()).channel('mine')
  const end = inbox<Change>()
  watching.on('postgres_changes', { event: '*', ...TABLE }, (change) => end.put(change as never))
  await subscribed(watching)
  const client = app.client(one.public_key)
  await client.auth.setSession(session)
  await client.auth.signOut()
  assert.equal(await states.next(), 'CLOSED')
  await insert(one, 'after the end')
  await end.next()
  assert.deepEqual(received.all, [])
})

test('messages from the database reach the sockets: send, and changes broadcast by a builder’s trigger', async () => {
  const topic = `user:${member.user.id}`
  const channel = (await visit()).channel(topic, { config: { private: true } })
  const received = inbox<{ event: string; payload: { n?: number; operation?: string } }>()
  channel.on('broadcast', { event: '*' }, (message) => received.put(message as never))
  assert.equal((await subscribed(channel)).status, 'SUBSCRIBED')
  await app.owner.query(`select realtime.send('{"n": 1}', 'from sql', $1, true, $2)`, [topic, one.id])
  const { event, payload } = await received.next()
  assert.deepEqual([event, payload.n], ['from sql', 1])
})

import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { PLATFORM_POOL, SERVICE } from '#kernel/db/claims.ts'
import type { Claims } from '#kernel/db/claims.ts'
import { openDatabase } from '#kernel/db/database.ts'
import { createLogger } from '#kernel/log.ts'
import { actAs } from '#testing/act-as.ts'
import { eventually } from '#testing/eventually.ts'
import { testDatabase } from '#testing/test-database.ts'
import type { ChannelRights, Message } from '../ports.ts'
import { openMessages } from './messages.ts'
import { sweepMessages } from './sweep.ts'

const db = await testDatabase()
const log = createLogger('silent')
const tenant = randomUUID()
const other = randomUUID()
const creator = actAs.creator()
const member = actAs.endUser(tenant)
await db.owner.query(
  `insert into public.tenants (id, name, owner_user_id) values ($1, 'A', $2), ($3, 'B', $4)`,
  [tenant, creator.sub, other, randomUUID()],
)

/** One server process with its own connections, and the messages that its hub received. */
function openProcess() {
  const database = openDatabase(db.appUrl, { poolSize: 4, log })
  const received: Message[] = []
  const messages = openMessages({ database, log }, { deliver: (message) => void received.push(message) })
  db.beforeDrop(async () => {
    await messages.close()
    await database.close()
  })
  return { messages, received }
}
const one = openProcess()
const two = openProcess()
await one.messages.start()
await two.messages.start()

async function runSql(sql: string, claims: Claims = SERVICE, values: unknown[] = []) {
  await db.database.transaction(claims, {}, (query) => query(sql, values))
}
const of = (process: { received: Message[] }, topic: string) =>
  process.received.filter((message) => message.topic === topic)
const payloads = (messages: Message[]) => messages.map(({ payload }) => JSON.parse(String(payload)))
/** Waits until both processes received a last message of a topic. */
async function settled(topic: string) {
  await runSql(`select realtime.send('{"id": "end"}', 'end', $1, false, $2)`, SERVICE, [topic, tenant])
  return eventually(`the end of ${topic}`, async () => {
    const received = [one, two].map((process) => of(process, topic))
    return (
      received.every((messages) => messages.at(-1)?.event === 'end') &&
      received.map((list) => list.slice(0, -1))
    )
  })
}

test('a message from the database reaches every process once, at the commit, in sending order', async () => {
  await runSql(
    `select realtime.send(jsonb_build_object('n', n, 'id', n::text), 'count', 'counting', false, $1) from generate_series(1, 300) n`,
    SERVICE,
    [tenant],
  )
  await assert.rejects(
    runSql(`select realtime.send('{"n": 0}', 'count', 'counting', false, $1), 1 / 0`, SERVICE, [tenant]),
  )
  for (const received of await settled('counting')) {
    assert.deepEqual(
      payloads(received).map(({ n }) => n),
      Array.from({ length: 300 }, (_, i) => i + 1),
    )
    assert.equal(received[0]?.pool, tenant)
    assert.equal(received[0]?.private, false)
    assert.equal(received[0]?.event, 'count')
  }
})

test('a message takes its pool from the claims and gets an id if it has none, and bytes stay bytes', async () => {
  await runSql(`select realtime.send('{"a": 1}', 'e', 'user:' || auth.uid())`, member)
  await runSql(`select realtime.send_binary('\\x00ff10', 'e', 'user:' || auth.uid())`, member)
  const topic = `user:${member.sub}`
  for (const [text, bytes] of await settled(topic)) {
    assert.deepEqual(
      { ...text, payload: 0, meta: 0 },
      { pool: tenant, topic, private: true, event: 'e', payload: 0, meta: 0 },
    )
    const { a, id } = JSON.parse(String(text!.payload))
    assert.equal(a, 1)
    assert.equal(id, text!.meta?.id)
    assert.deepEqual(Buffer.from(bytes!.payload as Uint8Array), Buffer.from([0, 255, 16]))
  }
})

test('[M06] no one can send to a channel without a policy; the write that tried it still succeeds', async () => {
  await runSql(`select realtime.send('{}', 'e', 'closed', true, $1)`, member, [other])
  await runSql(`select realtime.send('{}', 'e', 'closed', true)`, member)
  await runSql(`select realtime.send('{}', 'e', 'closed', false)`, actAs.visitor(tenant))
  for (const received of await settled('closed')) assert.deepEqual(received, [])
})

test('a builder’s trigger broadcasts changes to the pool of the row, no matter who wrote it', async () => {
  await db.owner.query(`
    create function app.tell_items() returns trigger language plpgsql security definer set search_path = '' as $$
    begin
      perform realtime.broadcast_changes('items', tg_op, tg_op, tg_table_name, tg_table_schema, new, old);
      return null;
    end $$;
    create trigger tell_items after insert or update or delete on public.items
      for each row execute function app.tell_items();`)
  await runSql(`insert into public.items (tenant_id, name, price_cents) values ($1, 'Lamp', 5)`, creator, [
    tenant,
  ])
  await runSql(`update public.items set price_cents = 6 where tenant_id = $1 and name = 'Lamp'`, creator, [
    tenant,
  ])
  await runSql(`delete from public.items where tenant_id = $1 and name = 'Lamp'`, creator, [tenant])
  await db.owner.query('drop trigger tell_items on public.items')
  for (const received of await settled('items')) {
    assert.deepEqual(
      received.map(({ pool, event, private: isPrivate }) => [pool, event, isPrivate]),
      ['INSERT', 'UPDATE', 'DELETE'].map((event) => [tenant, event, true]),
    )
    const [inserted, updated, deleted] = payloads(received)
    assert.equal(inserted.old_record, null)
    assert.deepEqual([updated.old_record.price_cents, updated.record.price_cents], [5, 6])
    assert.deepEqual(
      [deleted.record, deleted.old_record.name, deleted.operation, deleted.schema, deleted.table],
      [null, 'Lamp', 'DELETE', 'public', 'items'],
    )
  }
})

const all = { read: true, write: true }
const none = { read: false, write: false }
const both = (rights: typeof all): ChannelRights => ({ broadcast: rights, presence: rights })

test('[M01] [M06] private channels are closed except for the service, own topics, and creators in their tenants', async () => {
  const room = { pool: tenant, topic: 'room' }
  assert.deepEqual(await one.messages.rights(room, SERVICE), both(all))
  assert.deepEqual(await one.messages.rights(room, creator), both(all))
  for (const claims of [
    actAs.anonymous(),
    actAs.visitor(tenant),
    member,
    actAs.creator(),
    actAs.endUser(other),
  ])
    assert.deepEqual(await one.messages.rights(room, claims), both(none), claims.role)
  const own = { pool: tenant, topic: `user:${member.sub}` }
  assert.deepEqual(await one.messages.rights(own, member), both(all))
  assert.deepEqual(await one.messages.rights({ ...own, pool: other }, member), both(none))
  assert.deepEqual(await one.messages.rights(own, actAs.endUser(tenant)), both(none))
  assert.deepEqual(await one.messages.rights(own, actAs.endUser(other, member.sub)), both(none))
  assert.deepEqual(
    await one.messages.rights({ pool: PLATFORM_POOL, topic: `user:${creator.sub}` }, creator),
    both(all),
  )
  assert.deepEqual(await one.messages.rights({ pool: PLATFORM_POOL, topic: 'room' }, creator), both(none))
  assert.deepEqual(await one.messages.rights({ pool: other, topic: 'room' }, creator), both(none))
  assert.deepEqual(await one.messages.rights({ pool: tenant, topic: 'x'.repeat(256) }, SERVICE), both(none))
})

test('[M01] a policy opens a channel immediately, by topic and extension, and never in another pool', async () => {
  const lobby = { pool: tenant, topic: 'lobby' }
  await db.owner.query(`create policy lobby on realtime.messages for select to end_user
    using (realtime.topic() = 'lobby' and extension = 'broadcast')`)
  assert.deepEqual(await one.messages.rights(lobby, member), {
    broadcast: { read: true, write: false },
    presence: none,
  })
  assert.deepEqual(await one.messages.rights({ ...lobby, pool: other }, member), both(none))
  assert.deepEqual(await one.messages.rights({ ...lobby, topic: 'lobby2' }, member), both(none))
  await db.owner.query(`create policy lobby_send on realtime.messages for insert to end_user
    with check (realtime.topic() = 'lobby' and extension = 'presence')`)
  assert.deepEqual((await one.messages.rights(lobby, member)).presence, { read: false, write: true })
  await db.owner.query('drop policy lobby on realtime.messages; drop policy lobby_send on realtime.messages')
  assert.deepEqual(await one.messages.rights(lobby, member), both(none))
  const { rows } = await db.owner.query(`select from realtime.messages where topic = 'lobby'`)
  assert.equal(rows.length, 0, 'reading permissions leaves no rows')
})

test('a policy that fails denies access to everyone', async () => {
  await db.owner.query(`create policy broken on realtime.messages for select to end_user
    using ((1 / (case when realtime.topic() = 'broken' then 0 else 1 end)) = 1)`)
  assert.deepEqual(await one.messages.rights({ pool: tenant, topic: 'broken' }, member), both(none))
  await db.owner.query('drop policy broken on realtime.messages')
})

test('stored messages are replayed oldest first, limited to the newest, to those who may read them', async () => {
  const name = { pool: tenant, topic: 'history', private: true }
  for (let n = 1; n <= 30; n++)
    await one.messages.store({ ...name, event: 'e', payload: JSON.stringify({ n }) }, creator)
  await one.messages.store({ ...name, event: 'bytes', payload: Buffer.from([1, 2]) }, creator)
  const stored = await one.messages.replay({ ...name, since: 0, limit: 100 }, creator)
  assert.equal(stored.length, 25)
  assert.deepEqual([...(stored.at(-1)!.payload as Uint8Array)], [1, 2])
  assert.deepEqual(
    stored.slice(-4, -1).map(({ payload }) => JSON.parse(String(payload)).n),
    [28, 29, 30],
  )
  assert.equal((await one.messages.replay({ ...name, since: 0, limit: 3 }, SERVICE)).length, 3)
  assert.deepEqual(await one.messages.replay({ ...name, since: Date.now() + 60_000, limit: 25 }, creator), [])
  assert.deepEqual(await one.messages.replay({ ...name, since: Number.NaN, limit: -1 }, member), [])
  assert.deepEqual(await one.messages.replay({ ...name, since: 1e300, limit: 1e300 }, creator), [])
  // The caller of `store` delivers the message: it is not delivered again, even to a process that catches up.
  const { rows } = await db.owner.query(`select distinct xact from realtime.messages where topic = 'history'`)
  assert.deepEqual(rows, [{ xact: '0' }])
  for (const received of await settled('history')) assert.deepEqual(received, [])
})

test('users without send permission cannot store messages; one that is too long or not JSON is rejected with a message', async () => {
  const message = { pool: tenant, topic: 'room', private: true, event: 'e', payload: '{}' }
  await assert.rejects(one.messages.store(message, member), { code: 'may_not_send', status: 403 })
  await assert.rejects(one.messages.store({ ...message, event: 'e'.repeat(300) }, creator), {
    code: 'not_storable',
    status: 400,
  })
  await assert.rejects(one.messages.store({ ...message, payload: '{' }, creator), { code: 'not_storable' })
  await assert.rejects(one.messages.store({ ...message, payload: '"\\u0000"' }, creator), {
    code: 'not_storable',
  })
})

test('expired messages are deleted', async () => {
  const message = { pool: tenant, topic: 'short', private: true, event: 'e', payload: '{}' }
  await one.messages.store({ ...message, ttl: 1 }, creator)
  await one.messages.store({ ...message, ttl: 1e9 }, creator)
  await db.owner.query(
    `update realtime.messages set expires_at = expires_at - interval '1 hour', inserted_at = inserted_at - interval '1 hour'
     where topic = 'short'`,
  )
  assert.equal((await one.messages.replay({ ...message, since: 0, limit: 9 }, creator)).length, 1)
  assert.equal(await sweepMessages(db.database), 1)
  const { rows } = await db.owner.query(
    `select extract(epoch from max(expires_at - inserted_at))::int as stored from realtime.messages where topic = 'short'`,
  )
  assert.equal(rows[0].stored, 72 * 3600)
})

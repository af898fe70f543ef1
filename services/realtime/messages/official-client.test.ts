import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RealtimeChannel } from '@supabase/supabase-js'
import { SERVICE } from '#kernel/db/claims.ts'
import type { Claims } from '#kernel/db/claims.ts'
import { actAs } from '#testing/act-as.ts'
import { makeTenant } from '#testing/factories.ts'
import { signUp } from '#testing/test-users.ts'
import { inbox, realtimeApp, subscribed } from '#testing/realtime-app.ts'

const app = await realtimeApp()
const second = await app.another()
const tenant = await makeTenant(app.database)
const member = await signUp(app, tenant.public_key)
const own = `user:${member.user.id}`

/** Signs in. The token is set before anything is joined. */
async function as({ access_token: token }: { access_token: string }, server: { url: string } = app) {
  const client = app.visit(tenant.public_key, { token, server })
  await client.realtime.setAuth()
  return client
}
interface Told {
  event: string
  payload: Record<string, unknown> | ArrayBuffer
  meta?: { id: string; replayed?: boolean }
}
async function join(channel: RealtimeChannel) {
  const received = inbox<Told>()
  channel.on('broadcast', { event: '*' }, (message) => received.put(message as unknown as Told))
  assert.deepEqual(await subscribed(channel), { status: 'SUBSCRIBED', error: undefined })
  return received
}
const runSql = (sql: string, values: unknown[] = [], claims: Claims = SERVICE) =>
  app.database.transaction(claims, {}, (query) => query(sql, values))
const closed = { config: { private: true } }

test('messages from the database reach private and public channels on every process, and no others', async () => {
  const privately = await join((await as(member)).channel(own, closed))
  const elsewhere = await join((await as(member, second)).channel(own, closed))
  const publicly = await join(app.visit(tenant.public_key).channel(own))
  const abroad = await join(app.visit((await makeTenant(app.database)).public_key).channel(own))
  await runSql(`select realtime.send('{"n": 1}', 'privately', $1, true, $2)`, [own, tenant.id])
  await runSql(`select realtime.send('{"n": 2}', 'publicly', $1, false, $2)`, [own, tenant.id])
  await runSql(`select realtime.send_binary('\\x00ff', 'bytes', $1, true, $2)`, [own, tenant.id])
  for (const received of [privately, elsewhere]) {
    const message = await received.next()
    assert.equal(message.event, 'privately')
    assert.deepEqual(message.payload, { n: 1, id: message.meta!.id })
    const bytes = await received.next()
    assert.deepEqual([bytes.event, ...new Uint8Array(bytes.payload as ArrayBuffer)], ['bytes', 0, 255])
  }
  assert.equal((await publicly.next()).event, 'publicly')
  // Messages arrive in order: after the last one, all of them have arrived.
  assert.deepEqual(
    [privately, elsewhere, publicly, abroad].map(({ all }) => all.length),
    [2, 2, 1, 0],
  )
})

test('a trigger broadcasts changes of its table to the channel of the row, by event', async () => {
  await app.owner.query(`
    create function public.tell_end_users() returns trigger language plpgsql security definer set search_path = '' as $$
    begin
      perform realtime.broadcast_changes('user:' || coalesce(new.auth_user_id, old.auth_user_id), tg_op, tg_op,
        tg_table_name, tg_table_schema, new, old);
      return null;
    end $$;
    create trigger tell after insert or update or delete on public.end_users
      for each row execute function public.tell_end_users();`)
  const received = await join((await as(member)).channel(own, closed))
  const claims = { ...actAs.endUser(tenant.id, member.user.id), email: member.user.email }
  await runSql(
    'insert into public.end_users (tenant_id, auth_user_id) values ($1, $2)',
    [tenant.id, member.user.id],
    claims,
  )
  await runSql('delete from public.end_users where auth_user_id = $1', [member.user.id])
  const [inserted, deleted] = [await received.next(), await received.next()]
  assert.equal(inserted.event, 'INSERT')
  const { record, old_record, operation, table, schema } = inserted.payload as Record<
    string,
    Record<string, unknown>
  >
  assert.deepEqual([operation, schema, table, old_record], ['INSERT', 'public', 'end_users', null])
  assert.equal(record!.auth_user_id, member.user.id)
  assert.equal(deleted.event, 'DELETE')
  assert.equal((deleted.payload as Record<string, unknown>).record, null)
})

test('a member who joins later receives stored messages, marked as replayed, and then new ones', async () => {
  const topic = 'news'
  await app.owner.query(
    `create policy news on realtime.messages for select to end_user using (realtime.topic() = 'news')`,
  )
  const before = Date.now() - 60_000
  const early = await join((await as(member)).channel(topic, closed))
  for (let n = 1; n <= 5; n++)
    await runSql(`select realtime.send(jsonb_build_object('n', $1::int), 'news', $2, true, $3)`, [
      n,
      topic,
      tenant.id,
    ])
  // All five were delivered, so a later member gets them only as stored messages.
  for (let n = 1; n <= 5; n++) await early.next()
  const replay = (since: number, limit?: number) => ({
    config: { private: true, broadcast: { replay: { since, limit } } },
  })
  const received = await join((await as(member)).channel(topic, replay(before, 3)))
  await runSql(`select realtime.send('{"n": 6}', 'news', $1, true, $2)`, [topic, tenant.id])
  const messages = []
  for (let i = 0; i < 4; i++) messages.push(await received.next())
  assert.deepEqual(
    messages.map(({ payload, meta }) => [(payload as { n: number }).n, meta?.replayed ?? false]),
    [
      [3, true],
      [4, true],
      [5, true],
      [6, false],
    ],
  )
  assert.equal(new Set(messages.map(({ meta }) => meta!.id)).size, 4)
  const later = await join((await as(member)).channel(topic, replay(Date.now() + 60_000)))
  await runSql(`select realtime.send('{"n": 7}', 'news', $1, true, $2)`, [topic, tenant.id])
  assert.equal(((await later.next()).payload as { n: number }).n, 7)
})

test('[M01] [M06] another user’s channel is closed until a policy opens it', async () => {
  const other = await signUp(app, tenant.public_key)
  const refused = await subscribed((await as(other)).channel(own, closed))
  assert.equal(refused.status, 'CHANNEL_ERROR')
  assert.match(String(refused.error), /do not have permissions to read from this Channel topic: user:/)
  await app.owner.query(
    `create policy others on realtime.messages for select to end_user using (realtime.topic() like 'user:%')`,
  )
  const received = await join((await as(other)).channel(own, closed))
  await runSql(`select realtime.send('{}', 'open', $1, true, $2)`, [own, tenant.id])
  assert.equal((await received.next()).event, 'open')
})

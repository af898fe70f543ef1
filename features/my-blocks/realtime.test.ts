// Changes of creators' own blocks, as the official client receives them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeTenant } from '#testing/factories.ts'
import { signUp } from '#testing/test-users.ts'
import { inbox, realtimeApp, subscribed } from '#testing/realtime-app.ts'

const app = await realtimeApp()
const [ann, bob] = [await signUp(app, app.anonKey), await signUp(app, app.anonKey)]
const shop = await makeTenant(app.database, { owner: ann.user.id })
const member = await signUp(app, shop.public_key)
for (const { user } of [ann, bob])
  await app.owner.query(
    "insert into public.bolt_subscriptions (user_id, plan_id, status) values ($1, 'free', 'active')",
    [user.id],
  )

interface Change {
  eventType: string
  new: { id?: string; title?: string; data?: unknown }
  old: { id?: string }
}

/**
 * Subscribes to the table. Resolves once the server has accepted the subscription, with or without permission
 * to receive changes.
 */
async function listen(key: string, token: string) {
  const client = app.visit(key, { token })
  await client.realtime.setAuth()
  const received = inbox<Change>()
  const state = inbox<{ status: string }>()
  const channel = client
    .channel('blocks')
    .on('postgres_changes', { event: '*', schema: 'public', table: 'bolt_blocks' }, (change) =>
      received.put(change as never),
    )
    .on('system', {}, (message: unknown) => state.put(message as never))
  await subscribed(channel)
  await state.next()
  return received
}

test('[S7-114] a creator receives changes of their own blocks; other creators and members receive none', async () => {
  const [anns, bobs, members] = [
    await listen(app.anonKey, ann.access_token),
    await listen(app.anonKey, bob.access_token),
    await listen(shop.public_key, member.access_token),
  ]
  const insert = (owner: string, data: object) =>
    app.owner.query(
      "insert into public.bolt_blocks (user_id, title, data) values ($1, 'Hours', $2) returning id",
      [owner, data],
    )
  const made = await insert(ann.user.id, { type: 'text', content: 'canary' })
  const id = made.rows[0].id as string
  const first = await anns.next()
  assert.deepEqual(
    [first.eventType, first.new.id, first.new.data],
    ['INSERT', id, { type: 'text', content: 'canary' }],
  )
  await app.owner.query("update public.bolt_blocks set title = 'Open' where id = $1", [id])
  assert.equal((await anns.next()).new.title, 'Open')
  await app.owner.query('delete from public.bolt_blocks where id = $1', [id])
  const last = await anns.next()
  assert.deepEqual([last.eventType, last.old.id], ['DELETE', id])
  // Bob's own change is written after all of Ann's, so hers would have arrived before it.
  await insert(bob.user.id, {})
  assert.equal((await bobs.next()).eventType, 'INSERT')
  assert.ok(!JSON.stringify([bobs.all, members.all]).includes(id))
})

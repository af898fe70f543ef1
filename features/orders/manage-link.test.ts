import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '#testing/eventually.ts'
import { makeItem } from '#testing/factories.ts'
import { functionCall } from '#testing/function-call.ts'
import { openShop, ordersOf, SHOP_PAGE } from '#testing/shop.ts'
import { testApp } from '#testing/test-app.ts'
import { testSandbox } from '#testing/test-sandbox.ts'
import { signUp } from '#testing/test-users.ts'
import { letters } from './write-letters.ts'

const sandbox = await testSandbox()
const app = await testApp({ sandbox: sandbox.ready, worker: true })
sandbox.receive((request) => app.app.request(request))
const shop = await openShop(app, sandbox)

/** Buys a monthly product as a guest, and returns the paid order. */
async function subscribeAsGuest() {
  const itemId = await makeItem(app.database, shop.tenant.id, { name: 'Bread box', price_cents: 900 })
  await app.owner.query("update public.items set interval = 'month' where id = $1", [itemId])
  const guest = functionCall(app, shop.tenant.public_key)
  const { body } = await guest('POST', '/purchase', { item_id: itemId, page_url: SHOP_PAGE })
  assert.notEqual(await sandbox.pay(body.url), '')
  return eventually('the payment is recorded', async () => {
    const order = (await ordersOf(app, shop.tenant.id)).find(({ source_id }) => source_id === itemId)
    return order?.status === 'paid' && order.stripe_subscription_id && order
  })
}
const write = (order: { id: string }, kind = 'order-paid-buyer') =>
  letters[kind]!(app.kernel, { tenant: shop.tenant.id, order: order.id } as never)
const linkIn = (text: string) => /http\S+\/orders\/manage\?link=\S+/.exec(text)?.[0]
const visit = (link: string) => app.request(link.slice(app.kernel.config.publicUrl.length))

const order = await subscribeAsGuest()

test('the email of a guest’s subscription has a link to the provider’s page, where it can be canceled', async () => {
  const { text, html } = (await write(order))!
  const link = linkIn(text)!
  assert.ok(html.includes(link))
  assert.match(text, /Manage or cancel your subscription:/)
  const answer = await visit(link)
  assert.equal(answer.status, 303)
  assert.equal(answer.headers.get('cache-control'), 'no-store')
  assert.equal(answer.headers.get('referrer-policy'), 'no-referrer')
  const portal = new URL(answer.headers.get('location')!)
  assert.match(portal.pathname, /session/)
  const failed = (await write(order, 'order-payment-failed-buyer'))!
  assert.match(failed.text, /update your card with the link below/)
  assert.notEqual(linkIn(failed.text), link)
  assert.equal((await visit(link)).status, 303, 'an earlier link stays valid')
})

test('the email of a renewal manages the same subscription', async () => {
  await sandbox.control('POST', '/clock', { advanceSeconds: 32 * 24 * 60 * 60 })
  const renewal = await eventually('the renewal is recorded', async () =>
    (await ordersOf(app, shop.tenant.id)).find(({ renewal_of }) => renewal_of === order.id),
  )
  const link = linkIn((await write(renewal))!.text)!
  assert.equal((await visit(link)).status, 303)
})

test('a forged link is refused, and a link is visited a limited number of times', async () => {
  for (const query of ['', '?link=', '?link=x', `?link=${'a'.repeat(43)}`, '?link=%00'])
    assert.equal((await app.request(`/orders/manage${query}`)).status, 404, query)
  const link = linkIn((await write(order))!.text)!
  const statuses = new Set<number>()
  for (let visits = 0; visits < 21; visits++) statuses.add((await visit(link)).status)
  assert.deepEqual([...statuses], [303, 503])
})

test('buyers with an account and one-time purchases have no such link', async () => {
  const { user } = await signUp(app, shop.tenant.public_key)
  await app.owner.query('update public.orders set auth_user_id = $2 where id = $1', [order.id, user.id])
  assert.equal(linkIn((await write(order))!.text), undefined)
  await app.owner.query('update public.orders set auth_user_id = null, interval = null where id = $1', [
    order.id,
  ])
  assert.equal(linkIn((await write(order))!.text), undefined)
})

test('the database stores no link, only its hash', async () => {
  const stored = await app.owner.query('select octet_length(hash) as bytes from app.order_links')
  assert.ok(stored.rows.length > 0 && stored.rows.every(({ bytes }) => bytes === 32))
})

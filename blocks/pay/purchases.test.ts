import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { makeTenant } from '#testing/factories.ts'
import { functionCall } from '#testing/function-call.ts'
import { PASSWORD, latestEmailTo, newEmail, signUp } from '#testing/test-users.ts'
import { SHOP_PAGE, buy, openShop, ordersOf } from '#testing/shop.ts'
import { testApp } from '#testing/test-app.ts'
import { testSandbox } from '#testing/test-sandbox.ts'
import { fulfil } from '#features/orders/fulfil.ts'

const sandbox = await testSandbox()
const app = await testApp({ sandbox: sandbox.ready })
const shop = await openShop(app, sandbox)
const as = (token: string, key = shop.tenant.public_key) => functionCall(app, key, token)

/** A guest pays, with this address entered at the checkout. */
async function buyAsGuest(email: string) {
  const { url, session } = await buy(shop)
  const fields = { email, number: '4242424242424242', expiry: '12 / 34', cvc: '123', name: 'Bo' }
  assert.notEqual((await sandbox.post(url, fields)).to, '')
  const settle = () => fulfil(app.kernel, { sessionId: session, account: shop.account, mode: 'test' })
  return { session, settle }
}
const ownerOf = async (session: string) =>
  (await ordersOf(app, shop.tenant.id)).find(({ stripe_session_id }) => stripe_session_id === session)
    .auth_user_id
const mine = async (ask: ReturnType<typeof as>) => (await ask('GET', '/purchases')).body.purchases

test('a guest’s purchase becomes theirs when they verify the address, and not before', async () => {
  const email = newEmail('Guest')
  const { session, settle } = await buyAsGuest(email)
  await settle()
  const client = app.client(shop.tenant.public_key)
  await client.auth.signUp({ email, password: PASSWORD })
  assert.equal(await ownerOf(session), null, 'signed up, but not verified')
  const { data } = await client.auth.verifyOtp({
    type: 'signup',
    token_hash: latestEmailTo(app, email.toLowerCase()).tokenHash,
  })
  assert.equal(await ownerOf(session), data.user!.id)
  const [purchase] = await mine(as(data.session!.access_token))
  assert.deepEqual(
    [purchase.item_name, purchase.status, purchase.grants_access, purchase.amount_total],
    ['Rye loaf', 'paid', true, 1250],
  )
})

test('it is theirs at once if the address was verified before, in any letter case; not for the same address at another tenant', async () => {
  const person = await signUp(app, shop.tenant.public_key)
  const other = await makeTenant(app.database)
  const namesake = await signUp(app, other.public_key)
  await app.owner.query('update auth.users set email = $2 where id = $1', [
    namesake.user.id,
    person.user.email,
  ])
  const { session, settle } = await buyAsGuest(person.user.email!.toUpperCase())
  await settle()
  assert.equal(await ownerOf(session), person.user.id)
  assert.equal((await mine(as(person.access_token))).length, 1)
  assert.deepEqual(await mine(as(namesake.access_token, other.public_key)), [])
})

test('an unpaid checkout with an email address belongs to no user', async () => {
  const person = await signUp(app, shop.tenant.public_key)
  const { session } = await buy(shop)
  await app.owner.query('update public.orders set email = $2 where stripe_session_id = $1', [
    session,
    person.user.email,
  ])
  assert.deepEqual(await mine(as(person.access_token)), [])
  assert.equal(await ownerOf(session), null)
})

test('a purchase has a receipt; purchases of others are not found', async () => {
  const person = await signUp(app, shop.tenant.public_key)
  const ask = as(person.access_token)
  const { url, session } = await buy({ visitor: ask, itemId: shop.itemId })
  assert.deepEqual(await mine(ask), [], 'an open checkout is no purchase')
  await sandbox.pay(url)
  await fulfil(app.kernel, { sessionId: session, account: shop.account, mode: 'test' })
  const [{ id }] = await mine(ask)
  const receipt = await ask('POST', '/purchase-receipt', { purchase_id: id })
  assert.equal(receipt.status, 200, JSON.stringify(receipt.body))
  const shown = await fetch(receipt.body.url)
  assert.equal(shown.status, 200)
  assert.match(await shown.text(), /€12\.50/)
  const of = await shop.creator('POST', `/order-operations/${id}/receipt`)
  assert.equal(of.body.url, receipt.body.url)

  const other = as((await signUp(app, shop.tenant.public_key)).access_token)
  for (const path of ['/purchase-receipt', '/purchase-portal']) {
    const body = (purchase_id: string) =>
      path === '/purchase-portal' ? { purchase_id, page_url: SHOP_PAGE } : { purchase_id }
    const foreign = await other('POST', path, body(id))
    const unknown = await other('POST', path, body(randomUUID()))
    assert.deepEqual([foreign.status, foreign.body], [404, unknown.body])
    assert.equal((await shop.visitor('POST', path, body(id))).status, 401)
    assert.equal((await shop.creator('POST', path, body(id))).status, 401)
  }
  assert.equal(
    (await ask('POST', '/purchase-portal', { purchase_id: id, page_url: SHOP_PAGE })).body.code,
    'not_recurring',
  )
  assert.equal((await shop.visitor('GET', '/purchases')).status, 401)
})

test('the database grants access to what was bought to its buyer only: seller, product and mode must match', async () => {
  const person = await signUp(app, shop.tenant.public_key)
  const otherUser = await signUp(app, shop.tenant.public_key)
  const ask = as(person.access_token)
  const { url, session } = await buy({ visitor: ask, itemId: shop.itemId })
  const claims = (sub: string) => ({
    role: 'end_user' as const,
    pool: shop.tenant.id,
    tenant: shop.tenant.id,
    sub,
  })
  const bought = async (sub: string, seller = 'pay', source = shop.itemId) => {
    const { rows } = await app.kernel.database.once<{ held: boolean }>(claims(sub), {
      text: 'select app.has_bought($1, $2) as held',
      values: [seller, source],
    })
    return rows[0]!.held
  }
  assert.equal(await bought(person.user.id), false, 'not paid')
  await sandbox.pay(url)
  await fulfil(app.kernel, { sessionId: session, account: shop.account, mode: 'test' })
  assert.equal(await bought(person.user.id), true)
  assert.equal(await bought(otherUser.user.id), false)
  assert.equal(await bought(person.user.id, 'tickets'), false)
  assert.equal(await bought(person.user.id, 'pay', randomUUID()), false)
  const { rows } = await app.kernel.database.once<{ held: boolean }>(
    { role: 'anon', pool: shop.tenant.id, tenant: shop.tenant.id, sub: person.user.id },
    { text: 'select app.has_bought($1, $2) as held', values: ['pay', shop.itemId] },
  )
  assert.equal(rows[0]!.held, false, 'a visitor has no access')

  const mode = (to: string) =>
    app.owner.query('update public.tenants set stripe_mode = $2 where id = $1', [shop.tenant.id, to])
  const shown = async () => (await ask('GET', '/purchases')).body.purchases[0].grants_access
  assert.equal(await shown(), true)
  await mode('live')
  assert.equal(await bought(person.user.id), false, 'a test purchase gives no access in live mode')
  assert.equal(await shown(), false, 'nor does the list claim access')
  await app.owner.query("update public.orders set mode = 'live' where stripe_session_id = $1", [session])
  assert.equal(await bought(person.user.id), true)
  await mode('test')
  assert.equal(await bought(person.user.id), true, 'live buyers keep access while the shop uses test mode')
})

test('quantity: the server’s price times the quantity, sent to the provider as such, within what a card can pay', async () => {
  const ask = (body: object) =>
    shop.visitor('POST', '/purchase', { item_id: shop.itemId, page_url: SHOP_PAGE, ...body })
  const { body } = await ask({ quantity: 3 })
  const id = /\/c\/pay\/(cs_\w+)/.exec(body.url)![1]!
  const on = { stripeAccount: shop.account }
  const session = await sandbox.stripe.test.checkout.sessions.retrieve(id, {}, on)
  assert.equal(session.amount_total, 3750)
  const lines = await sandbox.stripe.test.checkout.sessions.listLineItems(id, {}, on)
  assert.deepEqual([lines.data[0]!.quantity, lines.data[0]!.price!.unit_amount], [3, 1250])
  await sandbox.pay(body.url)
  const settled = await fulfil(app.kernel, { sessionId: id, account: shop.account, mode: 'test' })
  assert.equal(settled?.status, 'paid')
  const { body: order } = await shop.visitor('POST', '/order-status', { receipt: body.receipt })
  assert.deepEqual([order.quantity, order.amount_total], [3, 3750])
  await app.owner.query('update public.items set price_cents = 99999999 where id = $1', [shop.itemId])
  const most = await ask({ quantity: 2 })
  assert.deepEqual([most.status, most.body.code], [400, 'not_chargeable'])
  await app.owner.query('update public.items set price_cents = 1250 where id = $1', [shop.itemId])
})

test('a checkout for a frame on the page returns what the provider’s script needs, and nothing more', async () => {
  const { status, body } = await shop.visitor('POST', '/purchase', {
    item_id: shop.itemId,
    page_url: SHOP_PAGE,
    ui: 'embedded',
  })
  assert.equal(status, 200, JSON.stringify(body))
  assert.equal(body.url, null)
  assert.deepEqual(Object.keys(body.embedded).sort(), ['account', 'client_secret', 'publishable_key'])
  assert.match(body.embedded.client_secret, /^cs_test_\w+_secret_/)
  assert.match(body.embedded.publishable_key, /^pk_test_/)
  assert.equal(body.embedded.account, shop.account)
  const id = body.embedded.client_secret.split('_secret_')[0]
  const session = await sandbox.stripe.test.checkout.sessions.retrieve(
    id,
    {},
    { stripeAccount: shop.account },
  )
  assert.deepEqual([session.ui_mode, session.redirect_on_completion], ['embedded_page', 'if_required'])

  // A checkout in a frame has no return URL. The buyer's report makes the server query the provider, and
  // proves nothing.
  const ask = async (more: object = {}) => {
    const answer = await shop.visitor('POST', '/order-status', { receipt: body.receipt, ...more })
    return answer.body.status
  }
  assert.equal(await ask({ done: true }), 'pending', 'not paid yet')
  await sandbox.pay(`${sandbox.ready.url}/c/embed/${body.embedded.client_secret}`)
  assert.equal(await ask(), 'pending', 'no webhook has arrived')
  assert.equal(await ask({ done: true }), 'paid')
  assert.equal(await ask(), 'paid')
  const unknown = await shop.visitor('POST', '/order-status', { receipt: 'x'.repeat(43), done: true })
  assert.equal(unknown.status, 404)
})

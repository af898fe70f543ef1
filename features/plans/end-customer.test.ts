import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PASSWORD } from '#testing/test-users.ts'
import { newCreator, soon, testPlans } from '#testing/plans.ts'
import { endCustomer } from './end-customer.ts'

const { app, sandbox } = await testPlans()
const stripe = sandbox.stripe.test

/** A creator with an open checkout of a plan. */
async function atCheckout() {
  const ann = await newCreator(app)
  const { url, session } = await ann.checkout('pro')
  const { customer } = await stripe.checkout.sessions.retrieve(session)
  return { ann, url, session, customer: customer as string }
}
const end = (ann: Awaited<ReturnType<typeof newCreator>>) =>
  ann.call('POST', '/delete-account', { password: PASSWORD })
const isDeleted = async (customer: string) => (await stripe.customers.retrieve(customer)).deleted === true

test('a checkout that is open when its account is deleted can no longer be paid', async () => {
  const { ann, session, customer } = await atCheckout()
  assert.equal((await end(ann)).status, 200)
  await soon('the customer is deleted', () => isDeleted(customer))
  assert.equal((await stripe.checkout.sessions.retrieve(session)).status, 'expired')
  const late = await ann.call('POST', '/bolt-checkout', { plan_id: 'pro' })
  assert.equal(late.status, 401, 'its token opens no other one')
})

test('a plan paid while its account is deleted ends at the provider, even without an event', async () => {
  const { ann, url, session, customer } = await atCheckout()
  sandbox.receive(() => new Response('away', { status: 503 }))
  try {
    await sandbox.pay(url)
    const { subscription } = await stripe.checkout.sessions.retrieve(session)
    assert.equal((await end(ann)).status, 200)
    await soon('the customer is deleted', () => isDeleted(customer))
    assert.equal((await stripe.subscriptions.retrieve(subscription as string)).status, 'canceled')
  } finally {
    sandbox.receive((request) => app.app.request(request))
  }
})

test('both modes’ customers end; a repeat changes nothing; another account keeps its own', async () => {
  const { ann, customer } = await atCheckout()
  const { customer: kept } = await atCheckout()
  const live = await sandbox.stripe.live.customers.create({ email: ann.email })
  await app.owner.query(
    "insert into app.billing_customers (mode, user_id, customer_id) values ('live', $1, $2)",
    [ann.id, live.id],
  )
  assert.equal((await end(ann)).status, 200)
  await soon('the customer is deleted', () => isDeleted(customer))
  await soon('the other one too', async () => {
    const found = await sandbox.stripe.live.customers.retrieve(live.id)
    return found.deleted === true
  })
  await endCustomer(app.kernel, { mode: 'test', customer_id: customer })
  assert.equal(await isDeleted(kept), false)
})

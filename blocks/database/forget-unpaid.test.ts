import assert from 'node:assert/strict'
import { test } from 'node:test'
import type Stripe from 'stripe'
import type { PaymentMode } from '#kernel/config.ts'
import { fulfil } from '#features/orders/fulfil.ts'
import { settlePayment } from '#features/orders/settle-payment.ts'
import { paidForms, sessionOf } from '#testing/paid-form.ts'
import { ordersOf } from '#testing/shop.ts'
import { testApp } from '#testing/test-app.ts'
import { testSandbox } from '#testing/test-sandbox.ts'
import { finishPaid } from './finish-paid.ts'
import { forgetUnpaid } from './forget-unpaid.ts'

const sandbox = await testSandbox()
/** Without workers: each test runs the job itself, when it wants, as often as it wants. Deliveries do not arrive. */
const app = await testApp({
  sandbox: sandbox.ready,
  env: { AUTH_LIMIT_FACTOR: '1000', TRUSTED_PROXIES: '1' },
})
const { workshop } = await paidForms(app, sandbox)
/** Pays at the provider, without telling the server. */
const payAt = (url: string) => sandbox.pay(url)

/** The server with another view of the provider. */
function seeing(client: (mode: PaymentMode) => Stripe) {
  return { ...app.kernel, payments: { ...app.kernel.payments, client } }
}

/** Makes all entries of a tenant older than the time within which they must be paid, with their orders. */
async function age(tenantId: string, time = '49 hours') {
  for (const [table, column] of [
    ['app.form_payments', 'created_at'],
    ['public.orders', 'checked_at'],
  ])
    await app.owner.query(`update ${table} set ${column} = ${column} - $2::interval where tenant_id = $1`, [
      tenantId,
      time,
    ])
}

test('a payment that was never reported keeps its entry, also when its order ended without the provider’s word', async () => {
  const { send, pay, rows, held, tenant, account, ids } = await workshop()
  const [paid, silent] = [await send({ [ids.name]: 'Ann' }), await send({ [ids.name]: 'Ben' })]
  await payAt((await pay(paid)).body.url)
  const quiet = sessionOf((await pay(silent)).body.url)
  // As the repair of payments does it when the account is not available.
  await app.owner.query(`update public.orders set status = 'expired' where tenant_id = $1`, [tenant.id])
  await age(tenant.id)
  const of = { status: 500, path: `/v1/checkout/sessions/${quiet}` }
  await sandbox.control('POST', '/faults', { ...of, times: 3 })
  await forgetUnpaid(app.kernel)
  assert.deepEqual(
    (await rows()).map(({ values }) => values['name']),
    ['Ann'],
  )
  assert.deepEqual(
    new Set((await held()).map(({ state }) => state)),
    new Set(['awaiting', 'sent']),
    'the provider has not said that the other one is not paid',
  )
  await forgetUnpaid(app.kernel)
  assert.equal((await held()).length, 2, 'its checkout is open at the provider')
  await sandbox.stripe.test.checkout.sessions.expire(quiet, {}, { stripeAccount: account })
  await forgetUnpaid(app.kernel)
  assert.deepEqual(
    (await held()).map(({ state }) => state),
    ['sent'],
    'now it has',
  )
})

test('a bank debit that is in progress keeps its entry, also when its order ended without the provider’s word', async () => {
  const { send, pay, rows, held, tenant } = await workshop()
  const { body } = await pay(await send())
  await payAt(body.url)
  await app.owner.query(`update public.orders set status = 'expired' where tenant_id = $1`, [tenant.id])
  await age(tenant.id)
  const debited = seeing((mode) => {
    const { sessions } = app.kernel.payments.client(mode).checkout
    const retrieve = async (...of: Parameters<typeof sessions.retrieve>) => ({
      ...(await sessions.retrieve(...of)),
      payment_status: 'unpaid',
      payment_intent: null,
    })
    return { checkout: { sessions: { retrieve } } } as unknown as Stripe
  })
  for (let run = 0; run < 2; run++) {
    await forgetUnpaid(debited)
    assert.deepEqual([await rows(), (await held()).map(({ state }) => state)], [[], ['awaiting']])
  }
  await forgetUnpaid(app.kernel)
  assert.deepEqual([(await rows()).length, (await held()).map(({ state }) => state)], [1, ['sent']])
})

test('an account that cannot be asked any more is asked once in a run, and keeps entries for 30 days', async () => {
  const { send, pay, held, tenant } = await workshop()
  for (let entries = 0; entries < 3; entries++) await pay(await send())
  await app.owner.query(
    `update public.orders set status = 'expired', stripe_account_id = 'acct_gone' where tenant_id = $1`,
    [tenant.id],
  )
  await age(tenant.id)
  let asked = 0
  const counting = seeing((mode) => {
    asked++
    return app.kernel.payments.client(mode)
  })
  for (const run of [1, 2]) {
    await forgetUnpaid(counting)
    assert.deepEqual([asked, (await held()).length], [run, 3])
  }
  await age(tenant.id, '29 days')
  await forgetUnpaid(app.kernel)
  assert.equal((await held()).length, 0)
})

test('an entry whose money was taken for what is sold out is kept with the reason, and its owner decides', async () => {
  const { send, pay, look, rows, held, emails, tenant, account, itemId, creator, form } = await workshop()
  await app.owner.query('update public.items set stock = 1 where id = $1', [itemId])
  const token = await send()
  const { body } = await pay(token)
  await payAt(body.url)
  await app.owner.query(`update public.orders set status = 'expired' where tenant_id = $1`, [tenant.id])
  await app.owner.query('update public.items set stock = 0 where id = $1', [itemId])
  const settled = await fulfil(app.kernel, { sessionId: sessionOf(body.url), account, mode: 'test' })
  assert.equal(settled!.status, 'failed')
  await app.owner.query('update public.items set stock = 5 where id = $1', [itemId])
  assert.equal((await pay(token)).body.code, 'already_paid', 'the money is there')
  const deleted = await creator('DELETE', `/data-forms/${tenant.id}/forms/${form.id}`)
  assert.equal(deleted.body.code, 'paid_entries', 'before the job has run too')
  await age(tenant.id)
  await forgetUnpaid(app.kernel)
  const [entry] = await held()
  assert.deepEqual([entry.state, await rows(), await emails()], ['refused', [], ['form-refused']])
  assert.match(entry.problem, /sold out/)
  assert.equal((await look(token)).body.state, 'paid', 'the sender has done their part')
  const path = `/data-forms/${tenant.id}/payments/${entry.submission_id}`
  assert.deepEqual((await creator('POST', path)).body, { state: 'sent', problem: null })
  assert.equal((await rows()).length, 1)
})

test('a payment that is refunded before its row is added adds none, in whatever order both are reported', async () => {
  const { send, pay, rows, held, tenant, account, look } = await workshop()
  for (const reported of ['the payment first', 'the refund first']) {
    const token = await send()
    const { body } = await pay(token)
    await payAt(body.url)
    const on = { stripeAccount: account }
    const session = sessionOf(body.url)
    const settle = () => fulfil(app.kernel, { sessionId: session, account, mode: 'test' })
    const { payment_intent: intent } = await sandbox.stripe.test.checkout.sessions.retrieve(session, {}, on)
    if (reported === 'the payment first') assert.equal((await settle())!.status, 'paid')
    await sandbox.stripe.test.refunds.create({ payment_intent: intent as string }, on)
    await settlePayment(app.kernel, { account, mode: 'test' }, intent as string)
    await settle()
    const [order] = await ordersOf(app, tenant.id)
    assert.equal(order.status, 'refunded', reported)
    // The job of the payment, late.
    await finishPaid(app.kernel, tenant.id, order.tied_id)
    assert.equal((await look(token)).body.state, 'awaiting')
    assert.deepEqual([await rows(), (await held()).at(-1).order_id], [[], null], reported)
  }
  await age(tenant.id)
  await forgetUnpaid(app.kernel)
  assert.deepEqual([await rows(), await held()], [[], []], 'not paid, as it is')
})

test('a refund that arrives while the row is being added waits for it, so it is shown beside the row', async () => {
  const { send, pay, tenant, account, rows } = await workshop()
  const { body } = await pay(await send())
  await payAt(body.url)
  await fulfil(app.kernel, { sessionId: sessionOf(body.url), account, mode: 'test' })
  const [order] = await ordersOf(app, tenant.id)
  const refund = { blocked: false }
  const kernel = {
    ...app.kernel,
    jobs: {
      ...app.kernel.jobs,
      // The emails are queued last: the row is there, and not committed.
      async send(...job: Parameters<typeof app.kernel.jobs.send>) {
        refund.blocked = await app.owner
          .query(`set lock_timeout = '100ms'`)
          .then(() =>
            app.owner.query(`update public.orders set status = 'refunded' where id = $1`, [order.id]),
          )
          .then(
            () => false,
            ({ code }: { code: string }) => code === '55P03',
          )
          .finally(() => app.owner.query('reset lock_timeout'))
        return app.kernel.jobs.send(...job)
      },
    },
  }
  await finishPaid(kernel, tenant.id, order.tied_id)
  assert.deepEqual([refund.blocked, (await rows()).length], [true, 1])
})

test('a refused entry that its owner deletes, and an entry of an erased member, free their places of the form', async () => {
  const { send, pay, look, held, ids, creator, tenant, form, visitor } = await workshop({}, { most: 3 })
  const tokens = []
  for (const name of ['Ann', 'Ben'])
    tokens.push(await send({ [ids.name]: name, [ids.email]: 'one@example.test' }))
  for (const token of tokens) {
    await payAt((await pay(token)).body.url)
    await look(token)
  }
  await send({ [ids.name]: 'Cem', [ids.email]: 'cem@example.test' })
  const state = async () => (await visitor.entry(form)).body.state
  assert.equal(await state(), 'full')
  const refused = (await held()).find(({ state: is }) => is === 'refused')
  assert.equal(
    (await creator('DELETE', `/data-forms/${tenant.id}/payments/${refused.submission_id}`)).status,
    200,
  )
  assert.equal(await state(), 'open')
  await send({ [ids.name]: 'Dot', [ids.email]: 'dot@example.test' })
  assert.equal(await state(), 'full')
  await app.owner.query('select app.erase_form_payments($1, null, $2)', [tenant.id, 'cem@example.test'])
  assert.equal(await state(), 'open')
})

test('what is not paid within two days is deleted with its files, and its place is free; an open payment keeps it', async () => {
  const { send, pay, held, ids, tenant, visitor, form, look } = await workshop({}, { most: 2 })
  const file = await visitor.upload(form, ids.paper, '%PDF-1.7')
  const unpaid = await send({ [ids.name]: 'Ann', [ids.paper]: file.id })
  const open = await send({ [ids.name]: 'Ben' })
  await pay(open)
  assert.equal((await visitor.entry(form)).body.state, 'full')
  const again = await visitor.send(form, { [ids.name]: 'Eve', [ids.paper]: file.id })
  assert.equal(again.body.code, 'form_closed')
  await forgetUnpaid(app.kernel)
  assert.equal((await held()).length, 2)
  await app.owner.query(
    `update app.form_payments set created_at = now() - interval '49 hours' where tenant_id = $1`,
    [tenant.id],
  )
  await forgetUnpaid(app.kernel)
  assert.equal((await held()).length, 1, 'the other one has an open checkout')
  assert.equal((await look(unpaid)).status, 404)
  assert.equal((await look(open)).status, 200)
  assert.equal((await visitor.entry(form)).body.state, 'open')
  await app.owner.query('select app.forget_files(1000)')
  const { rows: files } = await app.owner.query('select from app.record_files where tenant_id = $1', [
    tenant.id,
  ])
  assert.deepEqual(files, [])
})

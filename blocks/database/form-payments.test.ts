import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fulfil } from '#features/orders/fulfil.ts'
import { givePlan, makeItem } from '#testing/factories.ts'
import { formSite } from '#testing/form-site.ts'
import { functionCall } from '#testing/function-call.ts'
import { paidForms, sessionOf } from '#testing/paid-form.ts'
import { SHOP_PAGE, openShop, ordersOf } from '#testing/shop.ts'
import { testApp } from '#testing/test-app.ts'
import { testSandbox } from '#testing/test-sandbox.ts'
import { signUp } from '#testing/test-users.ts'
import type { DataForm, EntryPayment } from './endpoints-studio.ts'
import { finishPaid } from './finish-paid.ts'
import { forgetUnpaid } from './forget-unpaid.ts'

const sandbox = await testSandbox()
/** Without workers: each test runs the job itself, when it wants, as often as it wants. */
const app = await testApp({
  sandbox: sandbox.ready,
  env: { AUTH_LIMIT_FACTOR: '1000', TRUSTED_PROXIES: '1' },
})
const { visitorOf, solved } = formSite(app)
const { workshop, shared } = await paidForms(app, sandbox)

/** Pays at the provider, without telling the server. */
const payAt = (url: string) => sandbox.pay(url)

test('what was sent becomes a row when it is paid, once, however often the payment is reported', async () => {
  const { send, pay, look, rows, held, emails, ids, tenant, account, visitor, form, call, table } =
    await workshop()
  const entry = (await visitor.entry(form)).body
  assert.deepEqual(
    [entry.state, entry.price],
    ['open', { name: 'Rye loaf', price_cents: 1250, currency: 'eur' }],
  )
  const token = await send({ [ids.name]: 'Ann', [ids.email]: 'ann@example.test', [ids.seats]: 3 })
  assert.deepEqual([await rows(), await emails()], [[], []], 'neither row nor email')
  const waiting = (await look(token)).body
  assert.deepEqual(
    [waiting.state, waiting.is_open, waiting.price],
    ['awaiting', undefined, { name: 'Rye loaf', price_cents: 1250, currency: 'eur', quantity: 3 }],
  )
  const started = await pay(token)
  assert.equal(started.status, 200, JSON.stringify(started.body))
  const [order] = await ordersOf(app, tenant.id)
  assert.deepEqual(
    [order.amount_total, order.quantity, order.seller, order.status],
    [3750, 3, 'pay', 'pending'],
  )
  assert.equal((await look(token)).body.is_open, true)
  assert.deepEqual(await rows(), [], 'an open checkout is no payment')

  await payAt(started.body.url)
  // The event, the return URL, the visitor's page and the job, all at once.
  const ref = { sessionId: sessionOf(started.body.url), account, mode: 'test' as const }
  await Promise.all([
    fulfil(app.kernel, ref),
    fulfil(app.kernel, ref),
    look(token),
    look(token),
    finishPaid(app.kernel, tenant.id, order.tied_id),
  ])
  const paid = (await look(token)).body
  assert.deepEqual([paid.state, paid.waits, paid.price.quantity], ['sent', true, 3])
  assert.match(paid.edit, /#edit=/)
  const stored = await rows()
  assert.deepEqual(
    stored.map(({ approved, values }) => [approved, values['name'], values['seats']]),
    [[false, 'Ann', 3]],
  )
  await finishPaid(app.kernel, tenant.id, order.tied_id)
  assert.deepEqual([(await rows()).length, await emails()], [1, ['form-received']])
  const [row] = await held()
  assert.deepEqual([row.state, row.answers, row.order_id], ['sent', null, order.id])
  const editor = await signUp(app, app.anonKey)
  await app.owner.query(
    "insert into public.tenant_staff (tenant_id, user_id, role) values ($1, $2, 'editor')",
    [tenant.id, editor.user.id],
  )
  const listed = await functionCall(
    app,
    app.anonKey,
    editor.access_token,
  )('GET', `/data-forms/${tenant.id}/payments?table_id=${table.id}`)
  assert.deepEqual(
    listed.body.payments.map(({ state, order: one }: EntryPayment) => [state, one]),
    [['sent', null]],
    'an editor may not read orders',
  )
  const link = new URL(paid.edit).hash.slice('#edit='.length)
  const sent = await call('POST', `/forms/${form.id}/sent`, { token: link })
  assert.equal(sent.status, 200, 'the link to change it works from the payment on')
  assert.deepEqual(
    sent.body.answers,
    { [ids.name]: 'Ann', [ids.email]: 'ann@example.test' },
    'not what was paid for',
  )
  const answers = { [ids.name]: 'Anna', [ids.seats]: 50 }
  const saved = await call('PUT', `/forms/${form.id}/sent`, { token: link, answers })
  assert.equal(saved.status, 200, JSON.stringify(saved.body))
  const [now] = await rows()
  assert.deepEqual([now!.values['name'], now!.values['seats']], ['Anna', 3])
})

test('a server that is killed after the payment finds a job that finishes it, and a lost job is made up for', async () => {
  const { send, pay, rows, tenant, account } = await workshop()
  const token = await send()
  const { body } = await pay(token)
  await payAt(body.url)
  await fulfil(app.kernel, { sessionId: sessionOf(body.url), account, mode: 'test' })
  const [order] = await ordersOf(app, tenant.id)
  const { rows: jobs } = await app.owner.query(
    `select data from pgboss.job where name = 'form-paid' and data ->> 'order_id' = $1`,
    [order.id],
  )
  assert.deepEqual(
    jobs,
    [{ data: { tenant_id: tenant.id, order_id: order.id, tied_id: order.tied_id } }],
    'in the same transaction',
  )
  assert.deepEqual(await rows(), [])
  await app.owner.query(`delete from pgboss.job where name = 'form-paid'`)
  await app.owner.query(
    `update app.form_payments set created_at = now() - interval '3 days' where tenant_id = $1`,
    [tenant.id],
  )
  await forgetUnpaid(app.kernel)
  assert.equal((await rows()).length, 1, 'it was paid, so it is not deleted')
})

test('the secret opens one entry of one form of one tenant', async () => {
  const [mine, other] = [await workshop(), await workshop()]
  const token = await mine.send()
  await givePlan(app.database, mine.tenant.owner, 'pro')
  const second = (await mine.create({ title: 'Second' })).body as DataForm
  for (const [call, form, secret] of [
    [mine.call, mine.form.id, 'a'.repeat(43)],
    [mine.call, second.id, token],
    [other.call, mine.form.id, token],
    [other.call, other.form.id, token],
  ] as const) {
    const looked = await call('POST', `/forms/${form}/payment-state`, { token: secret })
    assert.deepEqual([looked.status, looked.body.code], [404, 'payment_ended'])
    const paid = await call('POST', `/forms/${form}/payment`, {
      token: secret,
      page_url: SHOP_PAGE,
      seen: { price_cents: 1250, currency: 'eur' },
    })
    assert.deepEqual([paid.status, paid.body.code], [404, 'payment_ended'])
  }
  assert.equal((await ordersOf(app, mine.tenant.id)).length, 0)
})

test('one checkout can be paid: another one ends the first, two at once leave one open, and a paid entry has none', async () => {
  const { send, pay, look, rows, tenant, account } = await workshop()
  const token = await send()
  const first = await pay(token)
  const again = await Promise.all([pay(token), pay(token), pay(token)])
  for (const { status, body } of again)
    assert.ok(status === 200 || body.code === 'checkout_busy', JSON.stringify(body))
  const open = (await ordersOf(app, tenant.id)).filter(({ status }) => status === 'pending')
  assert.equal(open.length, 1)
  const ended = await sandbox.stripe.test.checkout.sessions.retrieve(
    sessionOf(first.body.url),
    {},
    { stripeAccount: account },
  )
  assert.equal(ended.status, 'expired', 'the first one has ended at the provider')
  const last = await pay(token)
  await payAt(last.body.url)
  assert.equal((await pay(token)).body.code, 'already_paid', 'paid at the provider, and not reported yet')
  assert.equal((await look(token)).body.state, 'sent')
  assert.equal((await pay(token)).body.code, 'already_paid')
  assert.equal((await rows()).length, 1)
  const paid = (await ordersOf(app, tenant.id)).filter(({ status }) => status === 'paid')
  assert.equal(paid.length, 1)
})

test('a price that changed after sending is shown before it is paid; what is not for sale any more cannot be paid', async () => {
  const { send, pay, look, tenant, itemId } = await workshop()
  const token = await send()
  await app.owner.query('update public.items set price_cents = 1500 where id = $1', [itemId])
  const refused = await pay(token)
  assert.deepEqual([refused.status, refused.body.code], [409, 'price_changed'])
  assert.equal((await look(token)).body.price.price_cents, 1500)
  assert.equal((await pay(token, { seen: { price_cents: 1, currency: 'eur' } })).body.code, 'price_changed')
  assert.equal((await ordersOf(app, tenant.id)).length, 0)
  assert.equal((await pay(token, { seen: { price_cents: 1500, currency: 'eur' } })).status, 200)
  await app.owner.query('update public.items set active = false where id = $1', [itemId])
  assert.equal((await look(token)).body.price, undefined)
  assert.equal((await pay(token)).body.code, 'item_unavailable')
})

test('a payment of test mode does not count once the shop sells live', async () => {
  const { send, pay, rows, held, tenant, account } = await workshop()
  const token = await send()
  const { body } = await pay(token)
  await payAt(body.url)
  await app.owner.query(`update public.tenants set stripe_mode = 'live' where id = $1`, [tenant.id])
  await fulfil(app.kernel, { sessionId: sessionOf(body.url), account, mode: 'test' })
  const [order] = await ordersOf(app, tenant.id)
  assert.equal(order.status, 'paid')
  await finishPaid(app.kernel, tenant.id, order.tied_id)
  assert.deepEqual([await rows(), (await held())[0].state], [[], 'awaiting'])
})

test('one network sends ten entries in an hour that it does not pay; paid ones and repeats do not count', async () => {
  const { send, pay, look, held, ids, visitor, form, tenant, account } = await workshop({}, { most: 20 })
  const proof = await solved(form)
  const first = await visitor.send(form, { [ids.name]: 'Ann' }, proof)
  assert.equal(first.status, 200, JSON.stringify(first.body))
  for (let more = 0; more < 12; more++)
    assert.deepEqual((await visitor.send(form, { [ids.name]: 'Ann' }, proof)).body, first.body)
  // Ten at once exceed the limit by one.
  const rest = await Promise.all(
    Array.from({ length: 10 }, (_, number) => visitor.send(form, { [ids.name]: `Pupil ${number}` })),
  )
  const refused = rest.filter(({ status }) => status !== 200)
  assert.deepEqual(
    refused.map(({ status, body }) => [status, body.code]),
    [[429, 'too_many_requests']],
  )
  assert.equal((await held()).length, 10)
  assert.equal((await visitorOf(tenant.public_key).send(form, { [ids.name]: 'Ben' })).status, 200)

  await payAt((await pay(first.body.pay)).body.url)
  assert.equal((await look(first.body.pay)).body.state, 'sent')
  assert.equal((await held()).find(({ state }) => state === 'sent').network, null)
  const second = await send({ [ids.name]: 'Cem' })
  assert.equal((await visitor.send(form, { [ids.name]: 'Dot' })).status, 429)
  const { body } = await pay(second)
  await payAt(body.url)
  await fulfil(app.kernel, { sessionId: sessionOf(body.url), account, mode: 'test' })
  const dot = await send({ [ids.name]: 'Dot' })
  assert.equal((await visitor.send(form, { [ids.name]: 'Fay' })).status, 429)
  const started = await pay(dot)
  // Taken for what could not be given.
  await app.owner.query(
    `update public.orders set status = 'failed', problem = 'sold out' where stripe_session_id = $1`,
    [sessionOf(started.body.url)],
  )
  await send({ [ids.name]: 'Fay' })
  await app.owner.query(
    `update app.form_payments set created_at = created_at - interval '1 hour' where tenant_id = $1`,
    [tenant.id],
  )
  await send({ [ids.name]: 'Eve' })
})

test('files of unpaid entries count in the limits of uploads; those of paid ones do not', async () => {
  const { send, pay, look, held, ids, visitor, form, tenant } = await workshop()
  const upload = () => visitor.upload(form, ids.paper, '%PDF-1.7')
  /** Makes all files as large as one network may have. @returns whether another one can be uploaded */
  const hasSpace = async () => {
    await app.owner.query('update app.record_files set size = 50000000 where tenant_id = $1', [tenant.id])
    const { status } = await upload()
    return status === 200
  }
  const sendWith = async (name: string) =>
    send({ [ids.name]: name, [ids.email]: 'one@example.test', [ids.paper]: (await upload()).id })
  const paid = async (token: string) => {
    await payAt((await pay(token)).body.url)
    return (await look(token)).body.state
  }
  const first = await sendWith('Ann')
  const second = await sendWith('Ben')
  assert.equal(await hasSpace(), false)
  assert.equal(await paid(first), 'sent')
  assert.equal(await hasSpace(), false, 'the other one is not paid')
  assert.equal(await paid(second), 'paid', 'its table refuses it')
  assert.deepEqual(new Set((await held()).map(({ state }) => state)), new Set(['refused', 'sent']))
  assert.equal(await hasSpace(), true)
})

test('a file that was sent before the payment is in the row after it', async () => {
  const { send, pay, rows, look, ids, visitor, form, tenant } = await workshop()
  const file = await visitor.upload(form, ids.paper, '%PDF-1.7')
  const token = await send({ [ids.name]: 'Ann', [ids.paper]: file.id })
  await app.owner.query(
    `update app.record_files set created_at = now() - interval '30 hours' where tenant_id = $1`,
    [tenant.id],
  )
  await app.owner.query('select app.forget_files(1000)')
  await payAt((await pay(token)).body.url)
  assert.equal((await look(token)).body.state, 'sent')
  assert.equal(((await rows())[0]!.values['paper'] as { id: string }).id, file.id)
})

test('what the table does not take any more is kept with its reason; the owner gets an email and tries again', async () => {
  const { send, pay, rows, look, held, ids, emails, payments, creator, tenant, form } = await workshop()
  const [first, second] = [
    await send({ [ids.name]: 'Ann', [ids.email]: 'one@example.test' }),
    await send({ [ids.name]: 'Ben', [ids.email]: 'one@example.test' }),
  ]
  await payAt((await pay(first)).body.url)
  assert.equal((await look(first)).body.state, 'sent')
  await payAt((await pay(second)).body.url)
  assert.equal((await look(second)).body.state, 'paid', 'the sender has done their part')
  const kept = (await held()).find(({ state }) => state === 'refused')
  assert.match(kept.problem, /must be unique/)
  assert.equal(kept.answers[ids.name], 'Ben')
  assert.equal((await rows()).length, 1)
  assert.ok((await emails()).includes('form-refused'))
  assert.equal((await pay(second)).body.code, 'already_paid')
  const shown = await payments()
  assert.deepEqual(
    shown.map(({ state, order }) => [state, order?.amount, order?.refunded]),
    [
      ['refused', 1250, 0],
      ['sent', 1250, 0],
    ],
  )
  const path = `/data-forms/${tenant.id}/payments/${kept.submission_id}`
  const ofForm = `/data-forms/${tenant.id}/forms/${form.id}`
  assert.equal((await creator('DELETE', ofForm)).body.code, 'paid_entries')
  assert.equal((await creator('POST', path)).body.state, 'refused')
  const reports = (await emails()).filter((letter) => letter === 'form-refused')
  assert.equal(reports.length, 1, 'none about an attempt of the owner')
  await app.owner.query('delete from app.records where tenant_id = $1', [tenant.id])
  assert.equal((await creator('POST', path)).body.state, 'sent')
  assert.equal((await rows())[0]!.values['name'], 'Ben')
  assert.equal((await creator('POST', path)).body.code, 'payment_not_found')
  assert.equal((await creator('DELETE', path)).body.code, 'payment_not_found', 'it is a row now')
  assert.equal((await creator('DELETE', ofForm)).status, 200)
})

test('the audit log says who of the staff tried again to add a refused entry, and who deleted it', async () => {
  const { send, pay, look, held, ids, tenant } = await workshop()
  const tokens = []
  for (const name of ['Ann', 'Ben'])
    tokens.push(await send({ [ids.name]: name, [ids.email]: 'one@example.test' }))
  for (const token of tokens) {
    await payAt((await pay(token)).body.url)
    await look(token)
  }
  const refused = (await held()).find(({ state }) => state === 'refused')
  const editor = await signUp(app, app.anonKey)
  await app.owner.query(
    "insert into public.tenant_staff (tenant_id, user_id, role) values ($1, $2, 'editor')",
    [tenant.id, editor.user.id],
  )
  const staff = functionCall(app, app.anonKey, editor.access_token)
  const path = `/data-forms/${tenant.id}/payments/${refused.submission_id}`
  assert.equal((await staff('POST', path)).body.state, 'refused')
  assert.equal((await staff('DELETE', path)).status, 200)
  const { rows: acts } = await app.owner.query(
    `select act, actor_kind, actor_id, row_id, before ->> 'order_id' as order_id from public.audit_log
     where tenant_id = $1 and relation = 'app.form_payments' order by id`,
    [tenant.id],
  )
  const by = {
    actor_kind: 'staff',
    actor_id: editor.user.id,
    row_id: `${refused.form_id} ${refused.submission_id}`,
  }
  assert.deepEqual(acts, [
    { act: 'form_payment.retried', ...by, order_id: null },
    { act: 'form_payment.discarded', ...by, order_id: refused.order_id },
  ])
})

test('a refused entry that is refunded meanwhile is added when the owner tries again', async () => {
  const { send, pay, look, rows, held, ids, creator, tenant, form } = await workshop()
  const tokens = []
  for (const name of ['Ann', 'Ben'])
    tokens.push(await send({ [ids.name]: name, [ids.email]: 'one@example.test' }))
  for (const token of tokens) {
    await payAt((await pay(token)).body.url)
    await look(token)
  }
  const refused = (await held()).find(({ state }) => state === 'refused')
  const back = await creator('POST', `/order-operations/${refused.order_id}/refund`, {})
  assert.equal(back.status, 200, JSON.stringify(back.body))
  await app.owner.query('delete from app.records where tenant_id = $1', [tenant.id])
  const path = `/data-forms/${tenant.id}/payments/${refused.submission_id}`
  assert.deepEqual((await creator('POST', path)).body, { state: 'sent', problem: null })
  assert.equal((await rows())[0]!.values['name'], 'Ben')
  assert.equal((await creator('DELETE', `/data-forms/${tenant.id}/forms/${form.id}`)).status, 200)
})

test('a process that remembers the tables from before the form was made adds what was paid', async () => {
  const { send, pay, rows, held, tenant, account } = await workshop()
  const { body } = await pay(await send())
  await payAt(body.url)
  await fulfil(app.kernel, { sessionId: sessionOf(body.url), account, mode: 'test' })
  const [order] = await ordersOf(app, tenant.id)
  // As another process remembers the tables from before this one was made.
  const tables = { tenantId: tenant.id, revision: 0, tables: new Map() }
  const kernel = { ...app.kernel, tables: { ...app.kernel.tables, current: async () => tables } }
  await finishPaid(kernel, tenant.id, order.tied_id)
  assert.deepEqual([(await held())[0].state, (await rows()).length], ['sent', 1])
})

test('a refund is shown beside the entry, which stays', async () => {
  const { send, pay, look, rows, payments, creator, tenant } = await workshop()
  const token = await send()
  assert.deepEqual(
    (await payments()).map(({ state, order }) => [state, order]),
    [['awaiting', null]],
  )
  await payAt((await pay(token)).body.url)
  await look(token)
  const [order] = await ordersOf(app, tenant.id)
  const back = await creator('POST', `/order-operations/${order.id}/refund`, {})
  assert.equal(back.status, 200, JSON.stringify(back.body))
  const [row] = await rows()
  const [entry] = await payments(`&record_id=${row!.id}`)
  assert.deepEqual([entry!.state, entry!.order!.refunded], ['sent', 1250])
  assert.equal((await look(token)).body.state, 'sent')
})

test('a value that another row has is refused before anything is paid', async () => {
  const { send, pay, look, ids, visitor, form } = await workshop()
  const token = await send({ [ids.name]: 'Ann', [ids.email]: 'ann@example.test' })
  await payAt((await pay(token)).body.url)
  await look(token)
  const { status, body } = await visitor.send(form, { [ids.name]: 'Eve', [ids.email]: 'ann@example.test' })
  assert.deepEqual([status, body.details.faults], [400, [{ field: ids.email, code: 'unique' }]])
  const many = await visitor.send(form, { [ids.name]: 'Eve', [ids.seats]: 1.5 })
  assert.deepEqual(many.body.details.faults, [{ field: ids.seats, code: 'units' }])
})

test('a form sells an active product of its own shop that is paid once; without one it is closed', async () => {
  const { create, itemId, tenant, visitor, form, send, creator } = await workshop()
  const other = await openShop(app, sandbox, shared)
  const club = await makeItem(app.database, tenant.id, { interval: 'month' })
  for (const item of [other.itemId, club, '00000000-0000-7000-8000-000000000000'])
    assert.equal((await create({ settings: { payment: { item } } })).body.code, 'product_not_found')
  assert.equal(
    (await create({ settings: { payment: { item: itemId }, known_is_fine: true } })).body.code,
    'bad_design',
  )
  await app.owner.query('update public.items set active = false where id = $1', [itemId])
  assert.deepEqual((await visitor.entry(form)).body, { state: 'closed' })
  const closed = await visitor.send(form, { [form.design.pages[0]!.sections[0]!.questions[0]!.field]: 'Ann' })
  assert.equal(closed.body.code, 'form_closed')
  const path = `/data-forms/${tenant.id}/forms/${form.id}`
  const { settings, revision } = form
  const thanks = { ...settings, thanks: 'See you there' }
  const saved = await creator('PUT', path, { revision, settings: thanks })
  assert.equal(saved.status, 200, JSON.stringify(saved.body))
  const chosen = { ...thanks, payment: { item: club } }
  const refused = await creator('PUT', path, { revision: saved.body.revision, settings: chosen })
  assert.equal(refused.body.code, 'product_not_found')
  await app.owner.query('update public.items set active = true where id = $1', [itemId])
  await send()
})

test('the export of a person has what waits for a payment, and their erasure leaves nothing of it', async () => {
  const { form, ids, held, tenant, send } = await workshop()
  const member = await signUp(app, tenant.public_key)
  const other = await signUp(app, tenant.public_key)
  const asOther = visitorOf(tenant.public_key, other.access_token)
  const signedIn = visitorOf(tenant.public_key, member.access_token)
  assert.equal((await signedIn.send(form, { [ids.name]: 'Ann' })).status, 200)
  await send({ [ids.name]: 'Ann', [ids.email]: member.user.email })
  await send({ [ids.name]: 'Ben', [ids.email]: 'ben@example.test' })
  // The address in another answer says nothing about who sent it.
  await send({ [ids.name]: member.user.email, [ids.email]: 'dot@example.test' })
  assert.equal((await asOther.send(form, { [ids.name]: 'Cy', [ids.email]: member.user.email })).status, 200)
  const { rows: parts } = await app.owner.query<{ content: { answers: Record<string, string> }[] }>(
    `select content from app.person_export($1, $2) where part = 'app.form_payments'`,
    [tenant.id, member.user.id],
  )
  assert.deepEqual(
    parts[0]?.content.map(({ answers }) => [answers[ids.name], answers[ids.email] ?? null]).toSorted(),
    [
      ['Ann', null],
      ['Ann', member.user.email],
    ],
  )
  await app.owner.query('select app.erase_person($1, $2, $3)', [tenant.id, member.user.id, member.user.email])
  assert.deepEqual(
    (await held()).map(({ answers }) => answers[ids.name]),
    ['Ben', member.user.email, 'Cy'],
    'another member’s entry stays, and a visitor’s whose name is the address',
  )
})

test('the event about a submission is written when it is paid; a form that is deleted takes what waits with it', async () => {
  const { send, pay, look, form, tenant, account, creator, held, ids } = await workshop()
  await app.owner.query(
    `insert into app.webhook_endpoints (tenant_id, mode, place, url, events, secret_sealed)
     values ($1, 'test', 1, 'https://api.example.com/', array['form.submitted'], 'sealed')`,
    [tenant.id],
  )
  const events = async () =>
    (
      await app.owner.query<{ data: { values: { name: string }; order_id: string } }>(
        `select data from app.webhook_messages where tenant_id = $1 and type = 'form.submitted'`,
        [tenant.id],
      )
    ).rows.map(({ data }) => data)
  const token = await send()
  const left = await send({ [ids.name]: 'Ben' })
  assert.deepEqual(await events(), [])
  await payAt((await pay(token)).body.url)
  await look(token)
  const [order] = await ordersOf(app, tenant.id)
  assert.deepEqual(
    (await events()).map(({ values, order_id }) => [values.name, order_id]),
    [['Ann', order.id]],
  )
  const open = await pay(left)
  assert.equal((await creator('DELETE', `/data-forms/${tenant.id}/forms/${form.id}`)).status, 200)
  assert.deepEqual(await held(), [])
  const { rows: submissions } = await app.owner.query(
    'select from app.form_submissions where tenant_id = $1',
    [tenant.id],
  )
  assert.deepEqual(submissions, [])
  await payAt(open.body.url)
  const paid = await fulfil(app.kernel, { sessionId: sessionOf(open.body.url), account, mode: 'test' })
  assert.equal(paid!.status, 'paid', 'an ordinary order')
  await finishPaid(app.kernel, tenant.id, (await ordersOf(app, tenant.id))[0].tied_id)
})

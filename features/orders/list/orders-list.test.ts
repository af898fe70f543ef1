import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { makeTenant } from '#testing/factories.ts'
import { functionCall } from '#testing/function-call.ts'
import { signUp } from '#testing/test-users.ts'
import { testApp } from '#testing/test-app.ts'

const app = await testApp()
const [ann, bob] = await Promise.all([signUp(app, app.anonKey), signUp(app, app.anonKey)])
const tenant = await makeTenant(app.database, { owner: ann.user.id })
const bobs = await makeTenant(app.database, { owner: bob.user.id })
const asAnn = functionCall(app, app.anonKey, ann.access_token)
const asBob = functionCall(app, app.anonKey, bob.access_token)

interface Given {
  name?: string
  email?: string | null
  status?: string
  at?: string
  mode?: string
  [column: string]: unknown
}
async function order({ at = '2026-05-01T12:00:00Z', ...more }: Given = {}, of = tenant): Promise<string> {
  const values = {
    tenant_id: of.id,
    mode: 'test',
    status: 'paid',
    seller: 'pay',
    source_id: randomUUID(),
    name: 'Rye loaf',
    amount_total: 1250,
    currency: 'eur',
    email: 'ada@example.test',
    stripe_account_id: 'acct_1',
    state_hash: Buffer.from(randomUUID()),
    receipt_hash: Buffer.from(randomUUID()),
    created_at: at,
    paid_at: at,
    ...more,
  }
  const names = Object.keys(values)
  const { rows } = await app.owner.query(
    `insert into public.orders (${names.join(', ')}) values (${names.map((_, n) => `$${n + 1}`).join(', ')})
     returning id`,
    Object.values(values),
  )
  return rows[0].id
}
const list = async (query: Record<string, string> = {}, as = asAnn) =>
  as('GET', `/tenant-orders/${tenant.id}/orders?${new URLSearchParams(query)}`)
const ids = async (query: Record<string, string>) => {
  const { status, body } = await list(query)
  assert.equal(status, 200, JSON.stringify(body))
  return body.orders.map(({ id }: { id: string }) => id)
}
const clear = () => app.owner.query('delete from public.orders')

test('pages list each order once, newest first, even if orders arrive in between', async () => {
  await clear()
  const made: string[] = []
  // Some have the same time, to the microsecond.
  for (let n = 0; n < 23; n++) made.unshift(await order({ at: `2026-05-01T12:00:${10 + (n >> 1)}.123456Z` }))
  const seen: string[] = []
  let cursor: string | null = null
  do {
    const { body } = await list({ limit: '5', ...(cursor ? { cursor } : {}) })
    seen.push(...body.orders.map(({ id }: { id: string }) => id))
    cursor = body.next
    await order({ at: '2026-06-01T12:00:00Z' })
  } while (cursor)
  assert.equal(seen.length, 23)
  assert.deepEqual([...seen].sort(), [...made].sort())
  for (const wrong of ['x', '', Buffer.from('2026 x').toString('base64url'), 'a'.repeat(300)])
    assert.equal((await list({ cursor: wrong })).status, 400, wrong)
  for (const limit of ['0', '101', '-1', '1.5', 'ten'])
    assert.equal((await list({ limit })).status, 400, limit)
})

test('orders are sorted by amount, name, buyer and time, page by page', async () => {
  await clear()
  const given = [
    { name: 'rye', email: 'cy@example.test', amount_total: 900, at: '2026-05-03T12:00:00.000002Z' },
    { name: 'Éclair', email: null, amount_total: 1250, at: '2026-05-03T12:00:00.000001Z' },
    { name: 'Rye', email: 'Ada@example.test', amount_total: 900, at: '2026-05-04T12:00:00Z' },
    { name: 'Almond, "toasted"', email: 'bo@example.test', amount_total: 12_500, at: '2026-05-01T12:00:00Z' },
  ]
  const made: string[] = []
  for (const one of given) made.push(await order(one))
  const paged = async (sort: string) => {
    const seen: number[] = []
    let cursor: string | null = null
    do {
      const { status, body } = await list({ sort, limit: '1', ...(cursor ? { cursor } : {}) })
      assert.equal(status, 200, JSON.stringify(body))
      seen.push(...body.orders.map(({ id }: { id: string }) => made.indexOf(id)))
      assert.ok(!('sort_value' in body.orders[0]))
      cursor = body.next
    } while (cursor)
    return seen
  }
  assert.deepEqual(await paged('-created'), [2, 0, 1, 3])
  assert.deepEqual(await paged('created'), [3, 1, 0, 2])
  assert.deepEqual(await paged('-amount'), [3, 1, 2, 0], 'equal amounts by id')
  assert.deepEqual(await paged('amount'), [0, 2, 1, 3])
  assert.deepEqual(await paged('buyer'), [1, 2, 3, 0], 'no address comes first')
  const byName = await paged('name')
  assert.equal(byName[0], 3)
  assert.deepEqual(await paged('-name'), byName.toReversed())
})

test('a cursor of another sort, and one that was changed, are refused', async () => {
  await clear()
  await order()
  await order({ name: 'Spelt' })
  const { next } = (await list({ sort: '-amount', limit: '1' })).body
  assert.equal((await list({ sort: '-amount', cursor: next })).status, 200)
  assert.equal((await list({ sort: 'amount', cursor: next })).status, 400)
  assert.equal((await list({ cursor: next })).status, 400)
  const id = randomUUID()
  for (const wrong of [
    ['-amount', '1; drop table orders', id],
    ['-amount', '99999999999', id],
    ['-amount', 900, id],
    ['-amount', '900', 'x'],
    ['-created', '2026-13-45T12:00:00.000001+00:00', id],
    ['name', 'a\0b', id],
    { sort: '-amount' },
  ]) {
    const cursor = Buffer.from(JSON.stringify(wrong)).toString('base64url')
    const sort = Array.isArray(wrong) ? String(wrong[0]) : '-amount'
    assert.equal((await list({ sort, cursor })).status, 400, JSON.stringify(wrong))
  }
  for (const sort of ['', 'id', '--amount', 'amount desc', 'constructor'])
    assert.equal((await list({ sort })).status, 400, sort)
})

test('search matches substrings of names and emails, and whole ids; LIKE wildcards are literal', async () => {
  await clear()
  const rye = await order({
    name: 'Rye loaf',
    email: 'ada@example.test',
    stripe_payment_intent_id: 'pi_known',
  })
  const half = await order({ name: '50% off_season', email: 'Bo_x@shop.example' })
  assert.deepEqual(await ids({ q: 'rYe' }), [rye])
  assert.deepEqual(await ids({ q: 'ADA@' }), [rye])
  assert.deepEqual(await ids({ q: '0%' }), [half])
  assert.deepEqual(await ids({ q: '_' }), [half])
  assert.deepEqual(await ids({ q: '\\' }), [])
  assert.deepEqual(await ids({ q: rye }), [rye])
  assert.deepEqual(await ids({ q: 'pi_known' }), [rye])
  assert.deepEqual(await ids({ q: "' or 1=1 --" }), [])
  assert.equal((await ids({ q: '  ' })).length, 2)
  assert.equal((await list({ q: 'x'.repeat(201) })).status, 400)
})

test('filters, modes and days', async () => {
  await clear()
  const made = {
    paid: await order({ at: '2026-05-01T00:00:00Z' }),
    part: await order({ amount_refunded: 100, at: '2026-05-02T23:59:59.9Z' }),
    refunded: await order({ status: 'refunded', amount_refunded: 1250, at: '2026-05-03T00:00:00Z' }),
    pending: await order({ status: 'pending', paid_at: null }),
    left: await order({ status: 'expired', paid_at: null }),
    failed: await order({ status: 'failed', problem: 'Paid another amount', paid_at: null }),
    club: await order({ interval: 'month', subscription_status: 'active' }),
    lost: await order({ dispute_status: 'lost' }),
    live: await order({ mode: 'live' }),
  }
  const names = async (query: Record<string, string>) => {
    const found = new Set(await ids(query))
    return Object.entries(made).flatMap(([name, id]) => (found.has(id) ? name : []))
  }
  assert.deepEqual(await names({}), ['paid', 'part', 'refunded', 'club', 'lost'])
  assert.equal((await names({ filter: 'all' })).length, 8)
  assert.deepEqual(await names({ filter: 'paid' }), ['paid', 'part', 'club', 'lost'])
  assert.deepEqual(await names({ filter: 'refunded' }), ['part', 'refunded'])
  assert.deepEqual(await names({ filter: 'pending' }), ['pending'])
  assert.deepEqual(await names({ filter: 'canceled' }), ['left'])
  assert.deepEqual(await names({ filter: 'failed' }), ['failed'])
  assert.deepEqual(await names({ filter: 'recurring' }), ['club'])
  assert.deepEqual(await names({ filter: 'disputed' }), ['lost'])
  assert.deepEqual(await names({ filter: 'problem' }), ['failed'])
  assert.deepEqual(await names({ mode: 'live' }), ['live'])
  assert.deepEqual(await names({ from: '2026-05-02', to: '2026-05-02' }), ['part'])
  assert.deepEqual(await names({ from: '2026-05-03' }), ['refunded'])
  const wrongs: Record<string, string>[] = [
    { filter: 'x' },
    { mode: 'prod' },
    { from: '2026-02-30' },
    { to: 'today' },
    { from: "1' or 1" },
    { other: '1' },
  ]
  for (const wrong of wrongs) assert.equal((await list(wrong)).status, 400, JSON.stringify(wrong))
})

test('another creator’s orders get the same response as unknown ones; without a session it is a 401', async () => {
  const id = await order()
  const paths = [
    `/tenant-orders/${tenant.id}/orders`,
    `/tenant-orders/${tenant.id}/orders.csv`,
    `/order-operations/${id}`,
  ]
  for (const path of paths) {
    const foreign = await asBob('GET', path)
    const unknown = await asBob('GET', path.replace(tenant.id, randomUUID()).replace(id, randomUUID()))
    assert.deepEqual([foreign.status, foreign.body], [404, unknown.body], path)
    assert.equal((await functionCall(app, app.anonKey)('GET', path)).status, 401)
    assert.equal((await functionCall(app, tenant.public_key)('GET', path)).status, 401)
  }
  assert.equal((await asBob('POST', `/order-operations/${id}/receipt`)).status, 404)
  assert.equal((await asBob('GET', `/tenant-orders/${bobs.id}/orders`)).body.orders.length, 0)
})

test('[O02] the CSV file has the orders of the list, and no cell executes in a spreadsheet', async () => {
  await clear()
  const evil = '=HYPERLINK("http://evil.example","x")'
  await order({ name: evil, email: '+1@example.test' })
  await order({ name: 'Comma, "quote"', email: null, currency: 'jpy', amount_total: 500 })
  await order({ name: 'Hidden', status: 'pending' })
  const { status, headers, body } = await asAnn('GET', `/tenant-orders/${tenant.id}/orders.csv`)
  assert.equal(status, 200)
  assert.match(headers.get('content-type')!, /^text\/csv; charset=utf-8/)
  assert.match(headers.get('content-disposition')!, /attachment; filename="orders.csv"/)
  assert.equal(headers.get('cache-control'), 'no-store')
  const lines = (body as string)
    .replace(/^\ufeff/, '')
    .trim()
    .split('\r\n')
  assert.equal(lines.length, 3)
  assert.match(lines[0]!, /^Order,Created,Paid,Status,Product,Quantity,Amount,Refunded,Currency/)
  assert.ok(lines[1]!.includes(',"Comma, ""quote""",1,500,0,JPY,'), lines[1])
  assert.ok(lines[2]!.includes(`,"'=HYPERLINK(""http://evil.example"",""x"")",1,12.50,0.00,EUR,`), lines[2])
  assert.ok(lines[2]!.includes(`"'+1@example.test"`))
  const found = await asAnn('GET', `/tenant-orders/${tenant.id}/orders.csv?q=comma`)
  assert.equal((found.body as string).trim().split('\r\n').length, 2)
})

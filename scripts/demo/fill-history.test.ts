// npm run demo on a whole instance: it fills the first dashboard, and a second run adds nothing.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { test } from 'node:test'
import type { TenantStats } from '#features/stats/endpoints.ts'
import { createClient } from '@supabase/supabase-js'
import pg from 'pg'
import { commandEnvironment } from '#testing/command-environment.ts'
import { freePorts, testInstance } from '#testing/test-instance.ts'
import { keysOf } from '../../e2e/api.ts'
import { DEMO_CREATOR, signInDemo } from './fill.ts'
import { CUSTOMERS, SALES, addressOf } from './history.ts'

const instance = await testInstance({ AUTH_LIMIT_FACTOR: '1' })
const keys = keysOf(instance)

/**
 * Runs the command until it has printed everything, then ends it.
 * @returns its output, the seconds it took, and the blocks on the page that it served
 */
async function demo(): Promise<{ out: string; seconds: number; tags: string[] }> {
  const [demoPort] = await freePorts(1)
  const { port } = new URL(instance.url)
  const started = performance.now()
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
    cwd: instance.dataDir,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...commandEnvironment(),
      DATA_DIR: instance.dataDir,
      PORT: port,
      DEMO_PORT: String(demoPort),
    },
  })
  const ended = once(child, 'exit')
  let out = ''
  for await (const line of createInterface({ input: child.stdout })) {
    out += `${line}\n`
    if (line.includes('Ctrl-C')) break
  }
  const page = await (await fetch(`http://127.0.0.1:${demoPort}`)).text()
  const tags = [...page.matchAll(/<script[^>]* data-block="([\w-]+)"/g)].map(([, block]) => block!).toSorted()
  child.kill('SIGTERM')
  await ended
  return { out, tags, seconds: (performance.now() - started) / 1000 }
}

interface MadeOrder {
  status: string
  amount_total: number
  amount_refunded: number
  paid_at: Date
  joined: Date
  given_back: Date | null
  stripe_payment_intent_id: string
}

/** Everything that a second run must not change. */
async function rows() {
  const owner = new pg.Client({ connectionString: keys.databaseUrl })
  await owner.connect()
  const orders = await owner.query<MadeOrder>(
    `select o.name, o.email, o.quantity, o.status, o.amount_total, o.amount_refunded, o.paid_at, u.created_at as joined,
       r.created_at as given_back, o.stripe_payment_intent_id
      from public.orders o
      left join auth.users u on u.pool_id = o.tenant_id and u.id = o.auth_user_id
      left join public.order_refunds r on r.tenant_id = o.tenant_id and r.order_id = o.id order by o.paid_at, o.id`,
  )
  const people = await owner.query<{ email: string; created_at: Date }>(
    'select email, created_at from public.end_users order by email',
  )
  const tables = await owner.query<{
    title: string
    entries: number
    waiting: number
    forms: number
    lists: number
  }>(
    `select t.title, count(r.id)::int as entries, count(r.id) filter (where not r.approved)::int as waiting,
       (select count(*)::int from public.data_forms f where f.tenant_id = t.tenant_id and f.table_id = t.id) as forms,
       (select count(*)::int from public.data_views v where v.tenant_id = t.tenant_id and v.table_id = t.id) as lists
      from public.data_tables t left join app.records r on r.tenant_id = t.tenant_id and r.table_id = t.id
      group by t.tenant_id, t.id, t.title order by t.title`,
  )
  await owner.end()
  return { orders: orders.rows, people: people.rows, tables: tables.rows }
}

const first = await demo()
const made = await rows()

test('npm run demo creates customers and sales of the past weeks; each buyer signed up before the sale', () => {
  assert.match(first.out, /slow bread before dawn/)
  assert.deepEqual(
    made.people.map(({ email }) => email),
    CUSTOMERS.map(({ name }) => addressOf(name)).toSorted(),
  )
  assert.equal(made.orders.length, SALES.length)
  for (const order of made.orders) {
    assert.ok(order.joined < order.paid_at, JSON.stringify(order))
    assert.match(order.stripe_payment_intent_id, /^pi_/)
    assert.equal(order.amount_refunded, order.status === 'refunded' ? order.amount_total : 0)
    if (order.status === 'refunded')
      assert.ok(order.given_back! > order.paid_at && +order.given_back! < Date.now())
  }
  assert.equal(made.orders.filter(({ status }) => status === 'refunded').length, 2)
  const hours = new Set(made.orders.map(({ paid_at }) => paid_at.getUTCHours()))
  assert.ok(hours.size > 5, 'at all hours')
})

test('the first dashboard has sales, orders and sign-ups, more than in the weeks before', async () => {
  const client = await signInDemo(keys)
  const { data } = await client
    .from('tenants')
    .select('id')
    .eq('name', 'Hearth & Rye')
    .single<{ id: string }>()
  const answer = await client.functions.invoke<TenantStats>(
    `tenant-stats/${data!.id}?mode=test&days=30&zone=Europe/Berlin`,
    { method: 'GET' },
  )
  assert.ifError(answer.error)
  const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0)
  const { sales, orders, sign_ups } = answer.data!
  for (const series of [sales[0]!, orders, sign_ups]) {
    assert.ok(sum(series.before) > 0)
    assert.ok(sum(series.now) > sum(series.before))
  }
})

test('the demo has a guestbook with entries that wait, and a contact form with messages, all on the bakery’s page', async () => {
  assert.deepEqual(made.tables, [
    { title: 'Contact messages', entries: 3, waiting: 0, forms: 1, lists: 0 },
    { title: 'Guestbook', entries: 6, waiting: 2, forms: 1, lists: 1 },
  ])
  assert.deepEqual(first.tags, ['auth', 'form', 'form', 'list', 'my-block', 'pay'])
})

test('a second run adds nothing and takes a few seconds at most', async () => {
  const second = await demo()
  assert.deepEqual(await rows(), made)
  assert.ok(first.seconds < 60 && second.seconds < 60, `${first.seconds} s, ${second.seconds} s`)
})

test('an existing account gets the password of this run, and the old one no longer works', async () => {
  const random = { ...DEMO_CREATOR, password: 'f3Kq-9sLw0_vTz2R' }
  await signInDemo(keys, random)
  const client = createClient(keys.url, keys.anonKey, { auth: { persistSession: false } })
  const { error } = await client.auth.signInWithPassword(DEMO_CREATOR)
  assert.equal(error?.code, 'invalid_credentials')
})

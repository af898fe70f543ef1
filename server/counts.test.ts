// Counts must not leak rows that the caller cannot read.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeItem, makeTenant } from '#testing/factories.ts'
import { signUp } from '#testing/test-users.ts'
import { testApp } from '#testing/test-app.ts'

const app = await testApp({ env: { AUTH_LIMIT_FACTOR: '1000' } })
const [ann, bob] = [await signUp(app, app.anonKey), await signUp(app, app.anonKey)]
const ofAnn = await makeTenant(app.database, { owner: ann.user.id })
const ofBob = await makeTenant(app.database, { owner: bob.user.id })
for (let n = 0; n < 5; n++) await makeItem(app.database, ofAnn.id)
const member = await signUp(app, ofAnn.public_key)
for (const tenant of [ofAnn, ofAnn, ofBob])
  await app.owner.query(
    `insert into public.orders (tenant_id, mode, seller, source_id, name, amount_total, currency, stripe_account_id,
       state_hash, receipt_hash)
     values ($1, 'test', 'pay', app.uuidv7(), 'Bread', 500, 'eur', 'acct_1', sha256(random()::text::bytea),
       sha256(random()::text::bytea))`,
    [tenant.id],
  )
await app.owner.query(
  `insert into public.end_users (tenant_id, auth_user_id, email) values ($1, $2, 'a@b.test')
   on conflict do nothing`,
  [ofAnn.id, member.user.id],
)
// The counts `planned` and `estimated` could leak the planner's statistics of the whole tables.
await app.owner.query('analyze public.tenants, public.items, public.orders, public.end_users')

const TABLES = ['tenants', 'items', 'orders', 'end_users'] as const
const KINDS = ['exact', 'planned', 'estimated'] as const

async function count(table: string, kind: string, method: string, key: string, token: string) {
  const response = await app.request(`/rest/v1/${table}`, {
    method,
    headers: { apikey: key, authorization: `Bearer ${token}`, prefer: `count=${kind}` },
  })
  return response.headers.get('content-range')?.split('/')[1]
}

/** Rows that each caller may read; undefined if the table is not accessible. */
const SEEN: [who: string, key: string, token: string, Record<(typeof TABLES)[number], string | undefined>][] =
  [
    [
      'a stranger',
      app.anonKey,
      app.anonKey,
      { tenants: '0', items: '0', orders: undefined, end_users: undefined },
    ],
    ['Bob', app.anonKey, bob.access_token, { tenants: '1', items: '1', orders: '1', end_users: '0' }],
    ['Ann', app.anonKey, ann.access_token, { tenants: '1', items: '6', orders: '2', end_users: '1' }],
  ]

for (const [who, key, token, seen] of SEEN)
  test(`[A20] ${who} counts only the visible rows, with every kind of count`, async () => {
    for (const table of TABLES)
      for (const kind of KINDS)
        for (const method of ['HEAD', 'GET']) {
          const counted = await count(table, kind, method, key, token)
          assert.equal(counted === '*' ? undefined : counted, seen[table], `${method} ${table} ${kind}`)
        }
  })

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { actAs } from '#testing/act-as.ts'
import { eventually } from '#testing/eventually.ts'
import { makeItem, makeTenant } from '#testing/factories.ts'
import { testApp } from '#testing/test-app.ts'
import { loadPayData } from './embed-data.ts'

const app = await testApp({
  env: {
    STRIPE_SECRET_KEY_TEST: 'sk_test_bakery',
    STRIPE_PUBLISHABLE_KEY_TEST: 'pk_test_bakery',
    STRIPE_SECRET_KEY_LIVE: 'sk_live_bakery',
    STRIPE_PUBLISHABLE_KEY_LIVE: 'pk_live_bakery',
  },
})
const tenant = await makeTenant(app.database)
const other = await makeTenant(app.database)

async function load(of = tenant, query = '') {
  const card = await app.kernel.tenancy.byPublicKey(of.public_key)
  return loadPayData(app.kernel, {
    tenant: card!,
    claims: actAs.visitor(of.id),
    url: new URL(`http://localhost/embed/pay${query}`),
    headers: new Headers(),
  })
}

test('[S2-215] [S4-034] the page has the tenant’s active items, newest first, and only their public fields', async () => {
  const id = await makeItem(app.database, tenant.id, { name: 'Newest', price_cents: 1234, currency: 'gbp' })
  await makeItem(app.database, tenant.id, { name: 'Hidden', active: false })
  await makeItem(app.database, other.id, { name: 'Foreign' })
  const { items, canSell } = await load()
  assert.deepEqual(
    items.map(({ name }) => name),
    ['Newest', 'Sample product'],
  )
  assert.deepEqual(items[0], {
    id,
    name: 'Newest',
    description: null,
    price_cents: 1234,
    currency: 'gbp',
    interval: null,
    available: null,
    picture: null,
  })
  assert.equal(canSell, false)
  await app.owner.query('delete from public.items where tenant_id = $1', [other.id])
  assert.deepEqual(await load(other), {
    items: [],
    canSell: false,
    overlay: false,
    isHeadingHidden: false,
  })
})

test('it can sell, also inside the block, when an account takes charges in the tenant’s mode; live mode also needs the plan', async () => {
  const account = (mode: string, charges: boolean) =>
    app.owner.query(
      `insert into public.payment_accounts (tenant_id, mode, account_id, charges_enabled) values ($1, $2, $3, $4)
       on conflict (tenant_id, mode) do update set charges_enabled = excluded.charges_enabled`,
      [tenant.id, mode, `acct_${mode}`, charges],
    )
  const ways = async () => {
    const { canSell, overlay } = await load()
    return [canSell, overlay]
  }
  await account('live', true)
  assert.deepEqual(await ways(), [false, false], 'the account belongs to live mode')
  await account('test', false)
  assert.equal((await load()).canSell, false)
  await account('test', true)
  assert.deepEqual(await ways(), [true, true])
  assert.equal((await load(tenant, '?heading=none')).isHeadingHidden, true)
  assert.equal((await load(tenant, '?heading=x')).isHeadingHidden, false)
  await app.owner.query("update public.tenants set stripe_mode = 'live' where id = $1", [tenant.id])
  await eventually('the server knows the mode', async () => {
    const card = await app.kernel.tenancy.byPublicKey(tenant.public_key)
    return card?.stripe_mode === 'live'
  })
  assert.equal((await load()).canSell, false, 'Free sells in test mode only')
  await app.owner.query(
    "insert into public.bolt_subscriptions (user_id, plan_id, status) values ($1, 'pro', 'active')",
    [tenant.owner],
  )
  assert.deepEqual(await ways(), [true, false], 'live mode without https on our own host')
})

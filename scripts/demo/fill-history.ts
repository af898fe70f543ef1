import { createClient } from '@supabase/supabase-js'
import type { SupabaseClient } from '@supabase/supabase-js'
import pg from 'pg'
import { type Instance, must } from './fill.ts'
import { CUSTOMERS, SALES, type Sale, addressOf } from './history.ts'

const QUIET = { auth: { persistSession: false, autoRefreshToken: false } }
/** Concurrent checkouts. */
const AT_ONCE = 4

interface Shop {
  instance: Instance
  /** A client that is signed in as the demo's creator. */
  client: SupabaseClient
  owner: pg.Pool
  tenant: { id: string; public_key: string }
  siteOrigin: string
}

/**
 * Gives the demo shop eight weeks of customers and of sales, paid and refunded at the sandbox with the calls
 * of the blocks and the Studio. Then it moves their dates back in the database, which no call can do.
 * Existing data is not changed.
 * @param databaseUrl connection string of the instance's database, as its owner
 */
export async function fillHistory(
  instance: Instance,
  client: SupabaseClient,
  publicKey: string,
  siteOrigin: string,
  databaseUrl: string,
): Promise<void> {
  const tenants = await must(client.from('tenants').select('id, public_key').eq('public_key', publicKey))
  const owner = new pg.Pool({ connectionString: databaseUrl, max: AT_ONCE })
  try {
    const shop: Shop = { instance, client, owner, tenant: tenants![0] as Shop['tenant'], siteOrigin }
    await owner.query(
      `update public.tenants set created_at = least(created_at, now() - interval '60 days') where id = $1`,
      [shop.tenant.id],
    )
    await signUpCustomers(shop)
    await sellMissing(shop)
  } finally {
    await owner.end()
  }
}

async function signUpCustomers({ instance, owner, tenant }: Shop): Promise<void> {
  const operator = createClient(instance.url, instance.serviceRoleKey, {
    ...QUIET,
    global: { headers: { 'x-bb-pool': tenant.id } },
  })
  for (const { name, daysAgo } of CUSTOMERS) {
    const email = addressOf(name)
    const { data, error } = await operator.auth.admin.createUser({
      email,
      email_confirm: true,
      user_metadata: { name },
    })
    if (error?.code === 'email_exists') continue
    if (error) throw error
    // The row that the sign-in block would write, dated like the account.
    await owner.query(
      `with account as (
         update auth.users set created_at = created_at - make_interval(days => $3) - make_interval(hours => 2)
          where pool_id = $1 and id = $2 returning created_at)
       insert into public.end_users (tenant_id, auth_user_id, email, created_at) select $1, $2, $4, created_at from account`,
      [tenant.id, data.user.id, daysAgo, email],
    )
  }
}

async function sellMissing(shop: Shop): Promise<void> {
  const { rows } = await shop.owner.query<{ email: string; name: string; quantity: number }>(
    `select email, name, quantity from public.orders
      where tenant_id = $1 and renewal_of is null and paid_at is not null`,
    [shop.tenant.id],
  )
  const keyOf = (email: string, name: string, quantity: number) => `${email} ${name} ${quantity}`
  const known = new Map<string, number>()
  for (const { email, name, quantity } of rows) {
    const key = keyOf(email, name, quantity)
    known.set(key, (known.get(key) ?? 0) + 1)
  }
  const missing = SALES.filter(({ customer, product, quantity }) => {
    const key = keyOf(addressOf(customer), product, quantity)
    const left = known.get(key) ?? 0
    if (left > 0) known.set(key, left - 1)
    return left === 0
  })
  const items = (await must(
    shop.client.from('items').select('id, name').eq('tenant_id', shop.tenant.id),
  )) as { id: string; name: string }[]
  for (let at = 0; at < missing.length; at += AT_ONCE)
    await Promise.all(
      missing.slice(at, at + AT_ONCE).map(async (sale) => {
        const item = items.find(({ name }) => name === sale.product)
        if (item) await sell(shop, sale, item.id)
      }),
    )
}

/** Buys as the block does, pays as the provider's page does, and refunds as the Studio does. */
async function sell(
  shop: Shop,
  { customer, quantity, daysAgo, refunded }: Sale,
  item: string,
): Promise<void> {
  const { instance, tenant, owner, client } = shop
  const started = await fetch(`${instance.url}/functions/v1/purchase`, {
    method: 'POST',
    headers: { apikey: tenant.public_key, 'content-type': 'application/json' },
    body: JSON.stringify({ item_id: item, page_url: shop.siteOrigin, quantity }),
  })
  const { url, error } = (await started.json()) as { url?: string; error?: string }
  if (!url) throw new Error(error ?? `No checkout was created: ${started.status}`)
  if (!new URL(url).hostname.endsWith('localhost')) throw new Error('The demo sells only at the sandbox')
  const card = { number: '4242424242424242', expiry: '12 / 34', cvc: '123' }
  const paid = await fetch(url, {
    method: 'POST',
    body: new URLSearchParams({ ...card, email: addressOf(customer), name: customer }),
    redirect: 'manual',
  })
  const back = paid.headers.get('location')
  if (!back) throw new Error(`The checkout ended with ${paid.status}`)
  // The return URL settles the order, so that it does not wait for the provider's event.
  await fetch(back, { redirect: 'manual' })
  const session = new URL(url).pathname.split('/').find((part) => part.startsWith('cs_'))
  const { rows } = await owner.query<{ id: string }>(
    `select id from public.orders where tenant_id = $1 and stripe_session_id = $2 and status = 'paid'`,
    [tenant.id, session],
  )
  const id = rows[0]?.id
  if (!id) throw new Error('A sale of the demo was not settled')
  if (refunded) {
    const body = { reason: 'requested_by_customer' }
    const back = await client.functions.invoke(`order-operations/${id}/refund`, { body })
    if (back.error) throw back.error
  }
  // Sales happen at all hours: up to eleven hours earlier, but never before the customer signed up.
  const timeOfDay = (daysAgo * (397 + quantity * 53)) % 660
  await owner.query(
    `update public.orders
        set created_at = created_at - make_interval(days => $3, mins => $4),
          paid_at = paid_at - make_interval(days => $3, mins => $4),
          refunded_at = refunded_at - make_interval(days => $3 - 1)
      where tenant_id = $1 and id = $2`,
    [tenant.id, id, daysAgo, timeOfDay],
  )
  await owner.query(
    `update public.order_refunds set created_at = created_at - make_interval(days => $3 - 1)
      where tenant_id = $1 and order_id = $2`,
    [tenant.id, id, daysAgo],
  )
}

import { randomBytes } from 'node:crypto'
import { createClient } from '@supabase/supabase-js'
import type { Instance } from '../../bench/instance.ts'
import type { Provider } from './provider.ts'

/** A tenant that sells one product. */
export interface Shop {
  tenantId: string
  publicKey: string
  itemId: string
  price: number
  account: string
}

const PAGE = 'http://shop.localhost:4800/bread'

/** Creates shops of one creator, each with its own onboarded account at the provider. */
export async function openShops(instance: Instance, provider: Provider, prices: number[]): Promise<Shop[]> {
  const operator = createClient(instance.url, instance.serviceRoleKey, { auth: { persistSession: false } })
  const email = `baker-${randomBytes(4).toString('hex')}@example.test`
  const password = randomBytes(12).toString('base64url')
  const made = await operator.auth.admin.createUser({ email, password, email_confirm: true })
  if (made.error) throw made.error
  const creator = createClient(instance.url, instance.anonKey, { auth: { persistSession: false } })
  const signedIn = await creator.auth.signInWithPassword({ email, password })
  if (signedIn.error) throw signedIn.error
  const token = signedIn.data.session.access_token
  const shops: Shop[] = []
  for (const price of prices) {
    const tenant = await creator.rpc('create_tenant_autoprovision', { p_name: `Bakery ${price}` }).single<{
      id: string
      public_key: string
    }>()
    if (tenant.error) throw tenant.error
    const { id: tenantId, public_key: publicKey } = tenant.data
    const item = await creator
      .from('items')
      .insert({ tenant_id: tenantId, name: 'Rye loaf', price_cents: price, currency: 'eur' })
      .select('id')
      .single<{ id: string }>()
    if (item.error) throw item.error
    const { url } = await call(instance, instance.anonKey, token, '/stripe-connect-start', {
      tenant_id: tenantId,
    })
    await onboard(provider, url)
    const row = await operator
      .from('payment_accounts')
      .select('account_id')
      .eq('tenant_id', tenantId)
      .single<{ account_id: string }>()
    if (row.error) throw row.error
    shops.push({ tenantId, publicKey, itemId: item.data.id, price, account: row.data.account_id })
  }
  return shops
}

async function onboard(provider: Provider, link: string): Promise<void> {
  const entered = await fetch(link, { redirect: 'manual' })
  const business = new URL(entered.headers.get('location') ?? '', link).href
  const bank = await provider.submit(business, { name: 'Bakery', country: 'DE', go: 'on' })
  const back = await provider.submit(bank, { iban: 'DE89370400440532013000', go: 'finish' })
  await (await fetch(back, { redirect: 'manual' })).body?.cancel()
}

/** Starts a purchase. @returns the URL of the hosted checkout */
export async function buy(instance: Instance, shop: Shop, quantity: number): Promise<string> {
  const { url } = await call(instance, shop.publicKey, shop.publicKey, '/purchase', {
    item_id: shop.itemId,
    page_url: PAGE,
    quantity,
  })
  return url
}

async function call(
  instance: Instance,
  key: string,
  token: string,
  path: string,
  body: object,
): Promise<{ url: string }> {
  const answer = await fetch(`${instance.url}/functions/v1${path}`, {
    method: 'POST',
    headers: { apikey: key, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as { url: string }
}

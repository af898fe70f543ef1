import { createClient } from '@supabase/supabase-js'
import type { SupabaseClient } from '@supabase/supabase-js'

/**
 * The demo's creator. The password is public, so it is only used on instances that no other machine can
 * reach.
 */
export const DEMO_CREATOR = { email: 'mara@hearthandrye.test', password: 'slow bread before dawn' }
export type Credentials = typeof DEMO_CREATOR

const PRODUCTS = [
  {
    name: 'Rye starter kit',
    description: 'A jar, a kilo of flour and a five-day plan to your own starter.',
    price_cents: 1850,
  },
  {
    name: 'Weekly bread box',
    description: 'Three loaves, collected every Saturday. End it whenever you like.',
    price_cents: 2400,
    interval: 'week',
  },
  {
    name: 'Rye & honey loaf',
    description: 'Stone-ground rye, wildflower honey, sea salt. Baked at six, warm at nine.',
    price_cents: 1000,
  },
]

export interface Instance {
  url: string
  anonKey: string
  serviceRoleKey: string
}

interface Tenant {
  id: string
  public_key: string
  allowed_origins: string[]
  stripe_account_id_test: string | null
}

/**
 * Creates the demo's creator, tenant and products with the Studio's calls. Existing rows are not changed, so
 * it can run again.
 * @returns the tenant's public key
 */
export async function fillInstance(
  instance: Instance,
  siteOrigin: string,
  client?: SupabaseClient,
): Promise<string> {
  client ??= await signInDemo(instance)
  const tenant = await ensureTenant(client)
  await must(
    client
      .from('tenants')
      .update({
        theme: { variant: 'retro' },
        allowed_origins: [...new Set([...tenant.allowed_origins, siteOrigin])],
      })
      .eq('id', tenant.id),
  )
  if (!tenant.stripe_account_id_test) await connectPayments(client, tenant.id, 'test')
  await ensureProducts(client, tenant.id)
  return tenant.public_key
}

/** Signs in as the demo's creator. An existing account gets the given password. */
export async function signInDemo(
  instance: Instance,
  creator: Credentials = DEMO_CREATOR,
): Promise<SupabaseClient> {
  const options = { auth: { persistSession: false, autoRefreshToken: false } }
  const operator = createClient(instance.url, instance.serviceRoleKey, options)
  const made = await operator.auth.admin.createUser({ ...creator, email_confirm: true })
  if (made.error && made.error.code !== 'email_exists') throw made.error
  const client = createClient(instance.url, instance.anonKey, options)
  const first = await client.auth.signInWithPassword(creator)
  if (first.error?.code !== 'invalid_credentials') {
    if (first.error) throw first.error
    return client
  }
  await setPassword(operator, creator)
  const { error } = await client.auth.signInWithPassword(creator)
  if (error) throw error
  return client
}

async function setPassword(operator: SupabaseClient, { email, password }: Credentials): Promise<void> {
  for (let page = 1; ; page++) {
    const { data, error } = await operator.auth.admin.listUsers({ page, perPage: 1000 })
    if (error) throw error
    const user = data.users.find((one) => one.email === email)
    if (user) {
      const changed = await operator.auth.admin.updateUserById(user.id, { password })
      if (changed.error) throw changed.error
      return
    }
    if (data.users.length < 1000) throw new Error(`There is no account ${email}`)
  }
}

async function ensureTenant(client: SupabaseClient): Promise<Tenant> {
  const read = async () =>
    (await must(client.from('tenants').select('*').eq('name', 'Hearth & Rye').limit(1))) as Tenant[]
  const [known] = await read()
  if (known) return known
  await must(client.rpc('create_tenant_autoprovision', { p_name: 'Hearth & Rye' }))
  return (await read())[0]!
}

/** Completes the sandbox's onboarding pages as a user would, form by form. */
export async function connectPayments(
  client: SupabaseClient,
  tenantId: string,
  mode: 'test' | 'live',
): Promise<void> {
  const body = { tenant_id: tenantId, mode }
  const { data, error } = await client.functions.invoke<{ url: string }>('start-stripe-express-onboarding', {
    body,
  })
  if (error || !data) throw error ?? new Error('The response has no onboarding URL')
  if (!new URL(data.url).hostname.endsWith('localhost'))
    throw new Error('The demo connects payments only with the sandbox')
  const first = await fetch(data.url)
  const second = await submit(first.url, { name: 'Hearth & Rye', country: 'DE', go: 'on' })
  const last = await submit(second.url, { iban: 'DE89370400440532013000', go: 'finish' })
  if (!last.ok) throw new Error(`Connecting payments ended with ${last.status} at ${last.url}`)
}

const submit = (url: string, fields: Record<string, string>) =>
  fetch(url, { method: 'POST', body: new URLSearchParams(fields) })

async function ensureProducts(client: SupabaseClient, tenantId: string): Promise<void> {
  const present = (await must(client.from('items').select('id, name').eq('tenant_id', tenantId))) as {
    id: string
    name: string
  }[]
  for (const product of PRODUCTS)
    if (!present.some(({ name }) => name === product.name)) {
      const body = { ...product, currency: 'eur', active: true }
      const { error } = await client.functions.invoke(`tenant-items/${tenantId}/items`, { body })
      if (error) throw error
    }
  const sample = present.find(({ name }) => name === 'Sample product')
  if (sample) await must(client.from('items').delete().eq('id', sample.id))
}

/** Returns the data of an official client's query. @throws its error */
export async function must<T>(
  query: PromiseLike<{ data: T; error: { message: string } | null }>,
): Promise<T> {
  const { data, error } = await query
  if (error) throw new Error(error.message)
  return data
}

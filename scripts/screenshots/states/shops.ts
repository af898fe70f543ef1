// Tenants and blocks in every state that a visitor may see, in addition to the bakery.
import { type Session, createClient } from '@supabase/supabase-js'
import { Secret, TOTP } from 'otpauth'
import { AUTH0_CLIENTS, AUTH0_DOMAIN } from '#sandbox/auth0/clients.ts'
import {
  type Creator,
  type Keys,
  makeMember,
  makeTenant,
  operatorOf,
  signInCreator,
} from '../../../e2e/api.ts'
import { DEMO_CREATOR, connectPayments, must } from '../../demo/fill.ts'

export interface Shops {
  /** Public keys by the tenant's purpose. */
  keys: Record<'stock' | 'empty' | 'closed' | 'passwordless' | 'external', string>
  /** A confirmed member of `stock` with an authenticator app. */
  careful: { email: string; password: string }
  /** Ids of blocks from My Blocks, each with different content or access. */
  blockIds: Record<'text' | 'profile' | 'row' | 'pricing' | 'custom' | 'members' | 'plan' | 'gone', string>
}

const LONG = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbau'

/** Products that are hard to lay out: with few or none left, high prices, long and short names. */
const HARD_PRODUCTS = [
  {
    name: 'Quick tune',
    description: 'Brakes, gears and tyres set while you wait.',
    price_cents: 3500,
    stock: 2,
  },
  {
    name: 'Full service',
    description: 'Stripped, cleaned, rebuilt. Back in two days.',
    price_cents: 9500,
    stock: 0,
  },
  { name: LONG, description: `${LONG} für alle, die es genau nehmen`, price_cents: 99_999_900 },
  { name: 'Winter storage', description: null, price_cents: 12_000, interval: 'month' },
  {
    name: 'خوذة للأطفال',
    description:
      'Four dry months and a spring check, tyres pumped every second week, chain oiled, and the key handed to nobody but you. Collected from your door within the ring road, brought back on the day you name.',
    price_cents: 1,
    stock: 40,
  },
]

/** Creates the tenants and blocks. @param site added to each tenant's list */
export async function makeShops(keys: Keys, site: string): Promise<Shops> {
  const mara = await signInCreator(keys, DEMO_CREATOR)
  const operator = operatorOf(keys)
  const make = async (name: string) => {
    const tenant = await makeTenant(mara, name)
    await must(
      operator
        .from('tenants')
        .update({ allowed_origins: [site] })
        .eq('id', tenant.id)
        .select(),
    )
    return tenant
  }
  const [stock, empty, closed, passwordless, external] = [
    await make('Ring Road Cycles'),
    await make('Empty Shelf'),
    await make('Not Yet'),
    await make('No Passwords'),
    await make('Elsewhere'),
  ]
  for (const { id } of [stock, empty]) {
    await connectPayments(mara.client, id, 'test')
    await must(mara.client.from('items').delete().eq('tenant_id', id).select())
  }
  for (const product of HARD_PRODUCTS)
    await call(mara, `tenant-items/${stock.id}/items`, 'POST', { currency: 'eur', active: true, ...product })
  const settings = { email: false, email_otp: true, passkeys: true }
  await call(mara, 'tenant-auth-settings', 'PATCH', { tenant_id: passwordless.id, settings })
  const { id: client_id, secret: client_secret } = AUTH0_CLIENTS.spa
  const application = { tenant_id: external.id, domain: AUTH0_DOMAIN, client_id, client_secret }
  await call(mara, 'connect-auth0', 'POST', application)
  return {
    careful: await makeCareful(keys, stock),
    keys: {
      stock: stock.public_key,
      empty: empty.public_key,
      closed: closed.public_key,
      passwordless: passwordless.public_key,
      external: external.public_key,
    },
    blockIds: await makeBlocks(operator, mara.session),
  }
}

/** Creates a member with an authenticator app, whose sign-in takes a second step. */
async function makeCareful(
  keys: Keys,
  { id, public_key }: { id: string; public_key: string },
): Promise<Shops['careful']> {
  const person = { email: 'nora.lind@posteo.test', password: 'Two steps are better' }
  await makeMember(keys, id, person)
  const { auth } = createClient(keys.url, public_key, { auth: { persistSession: false } })
  const signedIn = await auth.signInWithPassword(person)
  if (signedIn.error) throw signedIn.error
  const { data, error } = await auth.mfa.enroll({ factorType: 'totp' })
  if (error) throw error
  const code = new TOTP({ secret: Secret.fromBase32(data.totp.secret) }).generate()
  const verified = await auth.mfa.challengeAndVerify({ factorId: data.id, code })
  if (verified.error) throw verified.error
  return person
}

/** Calls a function. @throws its error message */
async function call(
  { client }: Creator,
  path: string,
  method: 'POST' | 'PATCH',
  body: object,
): Promise<void> {
  const { error } = await client.functions.invoke(path, { method, body })
  if (error) throw new Error(`${path}: ${error.context ? await error.context.text() : error.message}`)
}

async function makeBlocks(
  operator: ReturnType<typeof operatorOf>,
  { user }: Session,
): Promise<Shops['blockIds']> {
  const profile = {
    type: 'profile',
    fields: ['name', 'email', 'bio', 'city'],
    values: {
      name: 'Mara Lindqvist',
      email: 'mara@hearthandrye.test',
      bio: 'Bakes rye since 2009.\nTeaches it since 2016.',
      city: 'Malmö',
    },
    showAvatar: true,
  }
  const plans = [
    { name: 'Loaf', price: '€10', features: ['Rye and honey', 'Warm at nine'] },
    {
      name: 'Weekly box',
      price: '€24',
      period: 'per week',
      features: ['Three loaves', 'Every Saturday, at your door before seven'],
      highlighted: true,
      button: { text: 'Order a box', link: 'https://hearthandrye.example/box' },
    },
    {
      name: 'Bakery club',
      price: 'On request',
      features: ['Everything'],
      button: { text: 'Write to us', link: 'https://hearthandrye.example/club' },
    },
  ]
  const custom = {
    type: 'notice',
    open: true,
    bread: ['rye', 'wheat', 'spelt'],
    oven: { built: 1911, fuel: 'beech' },
    note: 'Collected at the green door.\nRing twice.',
  }
  const text = {
    type: 'text',
    content: 'Tuesday to Saturday, seven to noon.\n\nClosed on Mondays, and when the river is high.',
    style: { fontSize: 18, color: '#4a2b12' },
  }
  const rows: Record<keyof Shops['blockIds'], { title: string; data: object }> = {
    text: { title: 'Opening hours', data: text },
    profile: { title: 'About Mara', data: { ...profile, layout: 'card' } },
    row: { title: 'About Mara', data: { ...profile, layout: 'row' } },
    pricing: { title: 'Bread boxes', data: { type: 'pricing', plans } },
    custom: { title: 'Allergens', data: custom },
    members: { title: 'the recipe', data: { ...text, requires_auth: true } },
    plan: { title: 'Baker profile', data: { ...text, required_plan: 'business' } },
    gone: { title: 'Gone', data: text },
  }
  const ids: [string, string][] = []
  for (const [name, row] of Object.entries(rows)) {
    const made = await must(
      operator
        .from('bolt_blocks')
        .insert({ ...row, user_id: user.id })
        .select('id')
        .single<{ id: string }>(),
    )
    ids.push([name, made!.id])
  }
  const blockIds = Object.fromEntries(ids) as Shops['blockIds']
  await must(operator.from('bolt_blocks').delete().eq('id', blockIds.gone).select())
  return blockIds
}

// A bakery with a history: the data that the Studio's screens show in screenshots and checks.
import assert from 'node:assert/strict'
import { type Session, createClient } from '@supabase/supabase-js'
import pg from 'pg'
import { askPrompt } from '#blocks/prompt/endpoints.ts'
import { createCaller } from '#kernel/browser/call.ts'
import { AUTH0_CLIENTS, AUTH0_DOMAIN } from '#sandbox/auth0/clients.ts'
import { DEMO_CREATOR, fillInstance } from '../../scripts/demo/fill.ts'
import { fillTables } from '../../scripts/demo/fill-tables.ts'
import { type Creator, type Keys, makeCreator, makeTenant, operatorOf, signInCreator } from '../api.ts'
import { makeAssistant } from '../make-assistant.ts'
import type { SellersSite } from './sellers-site.ts'
import { makeAnalytics } from './make-analytics.ts'
import { makeEvent } from './make-event.ts'
import { makeLibrary } from './make-library.ts'

const PASSWORD = 'slow bread before dawn'
/** Password of all users who have signed up at the bakery. */
export const VISITORS_PASSWORD = PASSWORD
const SITE = 'http://shop.localhost:4802'
const VISITORS = ['Ines Koval', 'Tom Adeyemi', 'Lena Brandt', 'Yuki Mori', 'Omar Haddad', 'Greta Nilsen']
const COUNTER = [
  [
    'When are you open?',
    'We are open from Tuesday to Saturday from seven to six, and on Sundays from eight to twelve.',
  ],
  [
    'Which breads are without wheat?',
    'The rye & honey loaf and the pumpernickel are pure rye, without wheat.',
  ],
  ['How do I keep bread fresh?', 'Keep it cut side down in a linen bag. Rye bread stays fresh for a week.'],
] as const
/** Days ago on which there were sales. */
const PURCHASES = [0, 1, 2, 2, 4, 5, 7, 8, 8, 11, 13, 16, 19, 22, 26, 29, 33, 38, 41, 47, 52, 58]

/** The viewer of a screen: a visitor, a creator who sells, a new creator, one who just bought a plan, or one of the operator's staff. */
export type Viewer = 'visitor' | 'seller' | 'newcomer' | 'subscriber' | 'staff'

export interface World {
  /** Sessions of the viewers who are signed in. */
  sessions: Record<Exclude<Viewer, 'visitor'>, Session>
  /** The tenant with sales, customers and orders. */
  bakery: { id: string; public_key: string }
  /** The tenant whose users sign in with Auth0. */
  yogaId: string
  /** The tenant with a custom theme, parts of which are illegible. */
  cyclesId: string
  /** The seller's site, with tags on it. */
  site: string
  productId: string
  orderId: string
  /** The bakery's guestbook. */
  tableId: string
  /** An event of the bakery, with a price for members, a code and tickets. */
  eventId: string
  /** An article, a course and a video of the bakery. */
  libraryIds: { article: string; course: string; video: string }
  /** A conversation of a visitor with the bakery's assistant. */
  conversationId: string
  /** The subscriber's paid checkout of a plan, by its id at the provider. */
  planCheckoutId: string
  /** Blocks of the seller, by their type. */
  blockIds: Record<'text' | 'profile' | 'pricing', string>
}

/**
 * Fills a new instance, which runs with the site's settings, through the requests of the Studio and the
 * blocks.
 */
export async function makeWorld(
  keys: Keys & { databaseUrl: string },
  sellersSite: SellersSite,
  sandboxUrl: string,
): Promise<World> {
  const key = await fillInstance(keys, SITE)
  const mara = await signInCreator(keys, DEMO_CREATOR)
  const operator = operatorOf(keys)
  const plan = { user_id: mara.session.user.id, plan_id: 'pro', status: 'active' }
  assert.ifError((await operator.from('bolt_subscriptions').upsert(plan)).error)
  const bakery = { id: await tenantId(mara, 'Hearth & Rye'), public_key: key }
  const yoga = await makeTenant(mara, 'Stillwater Yoga')
  const cycles = await makeTenant(mara, 'Northside Cycles')
  for (const [id, change] of [
    [bakery.id, { allowed_origins: [sellersSite.origin, SITE] }],
    [yoga.id, { theme: { variant: 'zen' } }],
    [
      cycles.id,
      {
        theme: { variant: 'clean', accent: '#ffeb3b', radius: 4, font: 'slab', dark: { surface: '#20242c' } },
      },
    ],
  ] as const)
    assert.ifError((await mara.client.from('tenants').update(change).eq('id', id)).error)
  const { id: client_id, secret: client_secret } = AUTH0_CLIENTS.spa
  const application = { tenant_id: yoga.id, domain: AUTH0_DOMAIN, client_id, client_secret }
  assert.ifError((await mara.client.functions.invoke('connect-auth0', { body: application })).error)
  sellersSite.tags(keys.url, key)
  await onboard(mara)
  await signUpVisitors(keys.url, key)
  await makeBuckets(keys, mara, bakery.id)
  const items = await itemsOf(mara, bakery.id)
  const orderId = await sell(keys, key, bakery.id, items)
  assert.ifError((await mara.client.from('items').update({ stock: 18 }).eq('id', items[0]!.id)).error)
  const conversationId = await makeCounter(keys, mara, bakery, sandboxUrl)
  const [newcomer, subscriber, staff] = await Promise.all([
    makeCreator(keys, { email: 'nils@cornermill.test', password: PASSWORD }),
    makeCreator(keys, { email: 'nora@cornermill.test', password: PASSWORD }),
    makeCreator(keys, { email: 'sara@bakehouse.test', password: PASSWORD }),
  ])
  await makeAnalytics(keys, mara, bakery.id)
  return {
    sessions: {
      seller: mara.session,
      newcomer: newcomer.session,
      subscriber: subscriber.session,
      staff: staff.session,
    },
    bakery,
    yogaId: yoga.id,
    cyclesId: cycles.id,
    site: sellersSite.origin,
    productId: items[0]!.id,
    orderId,
    tableId: await makeTables(keys, mara, bakery),
    eventId: await makeEvent(mara, bakery.id, {
      title: 'Bread for beginners',
      summary: 'An evening at the oven: you knead, shape and take home two loaves.',
      place: 'Mill Lane 4, Lübeck',
      types: ['Ticket', 'Regulars'],
      holders: VISITORS.slice(0, 3),
      gate: 'Front door',
    }),
    libraryIds: await makeLibrary(mara, bakery.id),
    conversationId,
    planCheckoutId: await buyPlan(subscriber),
    blockIds: await makeBlocks(mara),
  }
}

/** Makes an assistant, and asks it as a visitor. @returns the id of a conversation */
async function makeCounter(
  keys: Keys,
  { session }: Creator,
  { id, public_key }: World['bakery'],
  sandboxUrl: string,
): Promise<string> {
  await makeAssistant({
    keys,
    accessToken: session.access_token,
    tenantId: id,
    sandboxUrl,
    name: 'Ask the bakery',
    answers: COUNTER.map(([question, answer]) => ({ question, answer })),
    isTested: true,
  })
  const ask = createCaller({
    url: `${keys.url}/functions/v1`,
    apiKey: public_key,
  })
  const { conversation, secret } = await ask(askPrompt, { question: 'When are you open on Sundays?' })
  await ask(askPrompt, {
    question: 'And do you have rye bread without wheat?',
    conversation,
    ...(secret && { secret }),
  })
  await ask(askPrompt, { question: 'How do I keep the bread fresh?' })
  await ask(askPrompt, { question: 'Who won the chess championship?' })
  return conversation
}

/** Makes a guestbook and a contact form with their entries. @returns the id of the guestbook */
async function makeTables(
  keys: Keys,
  { client }: Creator,
  { id, public_key }: World['bakery'],
): Promise<string> {
  await fillTables(keys, client, public_key)
  const { data, error } = await client
    .from('data_tables')
    .select('id')
    .eq('tenant_id', id)
    .eq('name', 'guestbook')
  assert.ifError(error)
  return (data as { id: string }[])[0]!.id
}

/** Makes a bucket for an audience, with files, and one with a folder for each member. */
async function makeBuckets(keys: Keys, { client, session }: Creator, id: string): Promise<void> {
  const headers = { 'x-bb-pool': id, authorization: `Bearer ${session.access_token}` }
  const { storage } = createClient(keys.url, keys.anonKey, { global: { headers } })
  const rule = { any: [{ kind: 'signed_in' }] }
  const audience = await client
    .from('audiences')
    .insert({ tenant_id: id, name: 'Regulars', rule })
    .select('id')
    .single<{ id: string }>()
  assert.ifError(audience.error)
  const limits = { fileSizeLimit: '5mb', allowedMimeTypes: ['image/*'] }
  assert.ifError((await storage.createBucket('photos', { public: false, ...limits })).error)
  assert.ifError((await storage.createBucket('minutes', { public: false })).error)
  for (const [bucket, change] of [
    ['photos', { member_folders: true }],
    ['minutes', { read_audience_id: audience.data.id }],
  ] as const) {
    const response = await fetch(`${keys.url}/storage/v1/bucket/${bucket}`, {
      method: 'PUT',
      headers: { ...headers, apikey: keys.anonKey, 'content-type': 'application/json' },
      body: JSON.stringify(change),
    })
    assert.equal(response.status, 200)
  }
  for (const name of ['2026/may.txt', 'Opening hours.txt', 'recipes.txt']) {
    const file = new Blob(['rye, water, salt'], { type: 'text/plain' })
    assert.ifError((await storage.from('minutes').upload(name, file)).error)
  }
}

async function tenantId({ client }: Creator, name: string): Promise<string> {
  const { data, error } = await client.from('tenants').select('id').eq('name', name).limit(1)
  assert.ifError(error)
  return (data as { id: string }[])[0]!.id
}

async function onboard({ client, session }: Creator): Promise<void> {
  const profile = {
    display_name: 'Mara Lindqvist',
    company: 'Hearth & Rye',
    role: 'founder',
    industry: 'ecommerce',
  }
  const row = { ...profile, user_id: session.user.id, onboarding_complete: true }
  assert.ifError((await client.from('bolt_profiles').upsert(row)).error)
}

async function itemsOf({ client }: Creator, tenant: string): Promise<{ id: string }[]> {
  const { data, error } = await client.from('items').select('id').eq('tenant_id', tenant)
  assert.ifError(error)
  return data
}

async function signUpVisitors(url: string, key: string): Promise<void> {
  for (const name of VISITORS) {
    const email = `${name.toLowerCase().replace(' ', '.')}@posteo.test`
    const visitor = createClient(url, key, { auth: { persistSession: false, autoRefreshToken: false } })
    const signedUp = await visitor.auth.signUp({ email, password: PASSWORD, options: { data: { name } } })
    assert.ifError(signedUp.error)
    assert.ifError((await visitor.from('end_users').insert({ email })).error)
  }
}

/** Buys like the block, pays like the provider's page, and backdates the orders. @returns the newest order */
async function sell(
  { url, databaseUrl }: Keys & { databaseUrl: string },
  key: string,
  tenant: string,
  items: { id: string }[],
): Promise<string> {
  for (const [index] of PURCHASES.entries()) {
    const body = { item_id: items[index % items.length]!.id, page_url: SITE, quantity: 1 + (index % 3) }
    const response = await fetch(`${url}/functions/v1/purchase`, {
      method: 'POST',
      headers: { apikey: key, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const checkout = (await response.json()) as { url: string }
    const name = VISITORS[index % VISITORS.length]!
    const email = `${name.toLowerCase().replace(' ', '.')}@posteo.test`
    await fetch(await pay(checkout.url, name, email), { redirect: 'manual' })
  }
  return dateBack(databaseUrl, tenant)
}

/** Pays on the provider's page. @returns the URL that it redirects to */
async function pay(checkoutUrl: string, name: string, email: string): Promise<string> {
  const fields = { email, number: '4242424242424242', expiry: '12 / 34', cvc: '123', name }
  const paid = await fetch(checkoutUrl, {
    method: 'POST',
    body: new URLSearchParams(fields),
    redirect: 'manual',
  })
  return paid.headers.get('location')!
}

/** Chooses Pro, and pays for it. @returns the checkout's id at the provider */
async function buyPlan({ client, session }: Creator): Promise<string> {
  const { data, error } = await client.functions.invoke<{ url: string }>('bolt-checkout', {
    body: { plan_id: 'pro' },
  })
  assert.ifError(error)
  const back = new URL(await pay(data!.url, 'Nora Lind', session.user.email!))
  return back.searchParams.get('session_id')!
}

/** Backdates orders, sign-ups and the plan's payments in the database, because no request can do that. */
async function dateBack(databaseUrl: string, tenant: string): Promise<string> {
  const owner = new pg.Client({ connectionString: databaseUrl })
  await owner.connect()
  try {
    const orders = await owner.query<{ id: string }>(
      'select id from public.orders where tenant_id = $1 order by created_at desc',
      [tenant],
    )
    for (const [index, { id }] of orders.rows.entries())
      await owner.query(
        `update public.orders set created_at = created_at - make_interval(days => $2),
           paid_at = paid_at - make_interval(days => $2) where id = $1`,
        [id, PURCHASES[index] ?? 0],
      )
    await owner.query(
      `update public.end_users set created_at = created_at - make_interval(days => n.days)
         from (select auth_user_id, (row_number() over ())::int * 6 as days from public.end_users where tenant_id = $1) n
        where end_users.tenant_id = $1 and end_users.auth_user_id = n.auth_user_id`,
      [tenant],
    )
    await owner.query(
      `insert into public.subscriptions (user_id, status, unit_amount, currency, interval, current_period_end)
         select owner_user_id, 'active', 1900, 'eur', 'month', now() + interval '18 days' from public.tenants where id = $1`,
      [tenant],
    )
    return orders.rows[0]!.id
  } finally {
    await owner.end()
  }
}

async function makeBlocks({ client, session }: Creator): Promise<World['blockIds']> {
  const values = { name: 'Mara Lindqvist', email: 'mara@hearthandrye.test', bio: 'Bakes rye since 2009.' }
  const offers = [
    { name: 'Loaf', price: '€10', features: ['Rye and honey', 'Warm at nine'] },
    {
      name: 'Weekly box',
      price: '€24',
      period: 'per week',
      features: ['Three loaves', 'Every Saturday'],
      highlighted: true,
    },
  ]
  const fields = Object.keys(values)
  const rows = {
    text: {
      title: 'Opening hours',
      data: {
        type: 'text',
        content: 'Tuesday to Saturday, seven to noon.',
        style: { fontSize: 18, color: '#4a2b12' },
      },
    },
    profile: {
      title: 'About Mara',
      data: { type: 'profile', fields, values, layout: 'card', showAvatar: true, requires_auth: true },
    },
    pricing: { title: 'Bread boxes', data: { type: 'pricing', plans: offers } },
  }
  const ids: [string, string][] = []
  for (const [type, row] of Object.entries(rows)) {
    const made = await client
      .from('bolt_blocks')
      .insert({ ...row, user_id: session.user.id })
      .select('id')
      .single<{ id: string }>()
    assert.ifError(made.error)
    ids.push([type, made.data.id])
  }
  return Object.fromEntries(ids) as World['blockIds']
}

// Every screen and every block page, filled with script injection strings: none runs, none becomes markup,
// and no content security policy has to block one. Every field that users can write is hostile.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { createClient } from '@supabase/supabase-js'
import type { BrowserContext, Page } from 'playwright-core'
import pg from 'pg'
import { HOLD_EARLY_CLICKS } from '#kernel/browser/early-clicks.ts'
import { launchBrowser } from '#testing/browser.ts'
import { blockPatterns, routePatterns } from '#testing/route-table.ts'
import { SCRIPT_CORPUS, scriptsUpTo } from '#testing/script-corpus.ts'
import { ROOT } from '#testing/test-cluster.ts'
import { testInstance } from '#testing/test-instance.ts'
import { type Creator, keysOf, makeCreator, makeTenant, operatorOf, studioContext } from './api.ts'
import { PASSWORD } from './creator.ts'
import { makeEvent } from './screens/make-event.ts'
import { makeLibrary } from './screens/make-library.ts'
import { shotsOf } from './screens/shots.ts'
import type { Viewer, World } from './screens/world.ts'

const instance = await testInstance({ STAFF_EMAIL_DOMAINS: 'bakehouse.test', AUTH_AUTOCONFIRM: 'true' })
const keys = keysOf(instance)
const operator = operatorOf(keys)
const IMG = '<img src=x onerror=alert(1)>'
const HOSTILE = `"'></script>${IMG}`
const TENANT_NAMES = scriptsUpTo(80).slice(0, 60)
/** Number of hostile tenants that stay after the full list has been checked. */
const FEW = 10

const world = await hostileWorld()

async function hostileWorld(): Promise<World> {
  const person = (email: string) => makeCreator(keys, { email, password: PASSWORD })
  const [seller, newcomer, staff] = [
    await person('mara@hearth.test'),
    await person('nils@mill.test'),
    await person('sara@bakehouse.test'),
  ]
  const userId = seller.session.user.id
  const assertSaved = async (result: PromiseLike<{ error: object | null }>) =>
    assert.ifError((await result).error)
  await assertSaved(
    operator.from('bolt_subscriptions').upsert({ user_id: userId, plan_id: 'pro', status: 'active' }),
  )
  await assertSaved(
    seller.client.from('bolt_profiles').upsert({
      user_id: userId,
      display_name: HOSTILE,
      company: HOSTILE,
      role: 'founder',
      industry: 'ecommerce',
      onboarding_complete: true,
    }),
  )
  await assertSaved(
    seller.client.auth.updateUser({ data: { name: HOSTILE, full_name: HOSTILE, display_name: HOSTILE } }),
  )
  const bakery = await makeTenant(seller, HOSTILE)
  const blockIds = await hostileBlocks(seller)
  await hostileCustomers(bakery)
  await hostileApps(seller, bakery.id)
  const [productId, orderId] = await hostileRows(userId, bakery.id)
  return {
    sessions: {
      seller: seller.session,
      newcomer: newcomer.session,
      subscriber: newcomer.session,
      staff: staff.session,
    },
    bakery,
    yogaId: bakery.id,
    cyclesId: bakery.id,
    site: instance.url,
    productId,
    orderId,
    planCheckoutId: 'cs_test_none',
    conversationId: bakery.id,
    blockIds,
    tableId: await hostileTable(seller, bakery.id),
    libraryIds: await makeLibrary(seller, bakery.id, HOSTILE),
    eventId: await makeEvent(seller, bakery.id, {
      title: HOSTILE,
      summary: HOSTILE,
      place: HOSTILE,
      types: [HOSTILE, IMG],
      holders: [HOSTILE, IMG],
      gate: HOSTILE,
    }),
  }
}

/** Makes a table whose titles, help, choices and rows are the hostile text, open to everyone. */
async function hostileTable({ client }: Creator, tenant: string): Promise<string> {
  const named = { title: HOSTILE.slice(0, 80), help: HOSTILE.slice(0, 500) }
  const body = {
    title: HOSTILE.slice(0, 80),
    name: 'hostile',
    see: { any: [{ kind: 'everyone' }] },
    fields: [
      { ...named, name: 'text', kind: 'long_text' },
      { ...named, name: 'pick', kind: 'choice', choices: [{ value: 'a', title: HOSTILE.slice(0, 100) }] },
    ],
  }
  const made = await client.functions.invoke<{ id: string }>(`data-tables/${tenant}/tables`, { body })
  assert.ifError(made.error)
  const rows = SCRIPT_CORPUS.map((text) => ({ text, pick: 'a' }))
  assert.ifError((await client.from('hostile').insert(rows).setHeader('x-tenant', tenant)).error)
  return made.data!.id
}

/** Makes blocks with the whole corpus as titles, and in the data of each type and of an unknown one. */
async function hostileBlocks({ client, session }: Creator): Promise<World['blockIds']> {
  const dataOf = {
    text: (text: string) => ({ type: 'text', content: text }),
    profile: (text: string) => ({ type: 'profile', fields: ['name', text], layout: text }),
    pricing: (text: string) => ({ type: 'pricing', plans: [{ name: text, price: text, features: [text] }] }),
    custom: (text: string) => ({ type: text, [text]: [text, { html: text }] }),
  }
  const kinds = Object.keys(dataOf) as (keyof typeof dataOf)[]
  const rows = SCRIPT_CORPUS.map((text, at) => ({
    user_id: session.user.id,
    title: text.trim(),
    data: dataOf[kinds[at % kinds.length]!](text),
  }))
  const { data, error } = await client.from('bolt_blocks').insert(rows).select('id, data')
  assert.ifError(error)
  const made = data as { id: string; data: { type: string } }[]
  const idOf = (type: string) => made.find((row) => row.data.type === type)!.id
  return { text: idOf('text'), profile: idOf('profile'), pricing: idOf('pricing') }
}

async function hostileCustomers({ public_key }: { public_key: string }): Promise<void> {
  for (let at = 0; at < 4; at++) {
    const client = createClient(keys.url, public_key, {
      auth: { persistSession: false, autoRefreshToken: false },
    })
    const email = `"${IMG}${at}"@posteo.test`
      .replaceAll(/[<>"= ()]/g, '.')
      .replaceAll(/\.{2,}|\.(?=@)|^\./g, '')
    const name = SCRIPT_CORPUS.slice(at * 8, at * 8 + 8).join(' ')
    const made = await client.auth.signUp({
      email,
      password: PASSWORD,
      options: { data: { name, full_name: name } },
    })
    assert.ifError(made.error)
    assert.ifError((await client.from('end_users').insert({ email })).error)
  }
}

async function hostileApps({ session }: Creator, tenant_id: string): Promise<void> {
  for (const name of scriptsUpTo(100).slice(0, 12)) {
    const made = await fetch(`${keys.url}/functions/v1/tenant-apps`, {
      method: 'POST',
      headers: {
        apikey: keys.anonKey,
        authorization: `Bearer ${session.access_token}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ tenant_id, name, redirect_uris: ['https://app.example/back'], public: true }),
    })
    assert.equal(made.status, 200)
  }
}

/** Inserts rows that no user request can write, such as an import or an older version may have left. */
async function hostileRows(owner: string, bakery: string): Promise<[string, string]> {
  const db = new pg.Client({ connectionString: keys.databaseUrl })
  await db.connect()
  try {
    await db.query(
      `insert into public.tenants (name, public_key, owner_user_id)
       select btrim(name), 'pk_' || app.random_text(24), $1 from unnest($2::text[]) as name`,
      [owner, TENANT_NAMES],
    )
    const items = await db.query(
      `insert into public.items (tenant_id, name, description, price_cents, currency)
       select $1, left(btrim(text), 60), text, 100, 'eur' from unnest($2::text[]) as text returning id`,
      [bakery, SCRIPT_CORPUS],
    )
    const orders = await db.query(
      `insert into public.orders (tenant_id, mode, seller, source_id, name, amount_total, currency, stripe_account_id,
         state_hash, receipt_hash, status, paid_at, email, problem)
       select $1, 'test', 'pay', app.uuidv7(), left(btrim(text), 60), 100, 'eur', 'acct_1', sha256(convert_to(at::text, 'utf8')),
         sha256(convert_to('r' || at, 'utf8')), 'paid', now(), text, text
       from unnest($2::text[]) with ordinality as t(text, at) returning id`,
      [bakery, SCRIPT_CORPUS],
    )
    await db.query('update public.end_users set email = $2 where tenant_id = $1', [bakery, HOSTILE])
    return [items.rows[0].id as string, orders.rows[0].id as string]
  } finally {
    await db.end()
  }
}

/** All faults: scripts that ran, policies that blocked something, documents with incomplete policies. */
const faults: string[] = []
const documents = new Set<string>()

async function watched(viewer: Viewer): Promise<BrowserContext> {
  const session = viewer === 'visitor' ? undefined : world.sessions[viewer]
  const context = await studioContext(browser, instance.url, session)
  await context.exposeBinding(
    '__violation',
    ({ frame }, what: string) => void faults.push(`${frame.url()}: ${what}`),
  )
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const report = (window as unknown as { __violation: (what: string) => void }).__violation
      report(`${event.effectiveDirective} kept out ${event.blockedURI} ${event.sample}`)
    })
  })
  context.on('page', (page) => {
    page.on('dialog', (dialog) => {
      if (dialog.type() !== 'beforeunload') faults.push(`${page.url()}: a script ran`)
      void dialog.dismiss()
    })
    page.on('response', (response) => {
      if (response.request().resourceType() !== 'document' || !response.url().startsWith(instance.url)) return
      const { status, policy } = {
        status: response.status(),
        policy: response.headers()['content-security-policy'] ?? '',
      }
      if (status >= 300) return
      documents.add(new URL(response.url()).pathname)
      const directives = new Map(policy.split('; ').map((part) => [part.split(' ')[0], part]))
      const scripts = directives.get('script-src') ?? "'unsafe-inline'"
      if (/'unsafe-(inline|eval|hashes)'|\*|data:|(https?|blob):(?!\/)/.test(scripts))
        faults.push(`${response.url()}: ${scripts}`)
      for (const name of ['object-src', 'base-uri'])
        if (directives.get(name) !== `${name} 'none'`) faults.push(`${response.url()}: ${name}`)
    })
  })
  return context
}
const browser = await launchBrowser()

const until = async (done: () => boolean) => {
  for (let tries = 0; tries < 600 && !done(); tries++) await new Promise((resolve) => setTimeout(resolve, 50))
  assert.ok(done())
}

/** The inline scripts of block pages. */
const INLINE_SCRIPTS = [
  HOLD_EARLY_CLICKS,
  readFileSync(join(ROOT, 'dist', 'embed', 'inline', 'client.js'), 'utf8').trim(),
]

/** Finds elements that can only come from markup of the corpus. Two inline scripts belong to the product. */
const dangerous = (page: Page) =>
  Promise.all(
    page.frames().map((frame) =>
      frame.evaluate((ours) => {
        const hasScriptScheme = /^\s*(javascript|vbscript|data:text)/i
        const found = [...document.querySelectorAll('*')].filter(
          (el) =>
            (el.localName === 'script' &&
              !el.hasAttribute('src') &&
              !(
                el.parentElement?.parentElement === document.documentElement && ours.includes(el.textContent)
              ) &&
              el.getAttribute('type') !== 'application/json') ||
            ['base', 'embed', 'object', 'marquee', 'math'].includes(el.localName) ||
            [...el.attributes].some(
              ({ name, value }) =>
                name.startsWith('on') ||
                name === 'srcdoc' ||
                (/^(href|src|action|formaction|data|xlink:href)$/.test(name) && hasScriptScheme.test(value)),
            ),
        )
        return found.map((el) => `${location.href}: ${el.outerHTML.slice(0, 160)}`)
      }, INLINE_SCRIPTS),
    ),
  ).then((lists) => lists.flat())

/** Waits until data has replaced the skeletons. */
async function shown(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.waitForFunction(
    () =>
      document.body.innerText.length > 20 &&
      document.querySelector('.bb-skeleton, [aria-busy="true"]') === null,
  )
}

/** Opens each address, four at a time, and checks its content. @returns the text of each */
async function walk(viewer: Viewer, paths: readonly string[]): Promise<Map<string, string>> {
  const context = await watched(viewer)
  const waiting = [...paths]
  const texts = new Map<string, string>()
  const walker = async () => {
    const page = await context.newPage()
    for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
      await page.goto(instance.url + path)
      if (!path.startsWith('/embed/'))
        await shown(page).catch((error: Error) => {
          throw new Error(`${path} does not settle`, { cause: error })
        })
      faults.push(...(await dangerous(page)))
      texts.set(
        path,
        await page.evaluate(
          () =>
            document.body.innerText +
            [...document.querySelectorAll('input, textarea')]
              .map((el) => (el as HTMLInputElement).value)
              .join('\n'),
        ),
      )
    }
  }
  await Promise.all([walker(), walker(), walker(), walker()])
  await context.close()
  return texts
}

test('the check detects a script that runs, and one that a policy blocks', async () => {
  const context = await watched('visitor')
  const page = await context.newPage()
  await page.setContent(IMG)
  await until(() => faults.some((fault) => fault.endsWith('a script ran')))
  assert.equal((await dangerous(page)).length, 1)
  await page.goto(`${instance.url}/pricing`)
  await page.evaluate((html) => document.body.insertAdjacentHTML('beforeend', html), IMG)
  await page.waitForFunction(() => document.images.length > 0)
  await until(() => faults.some((fault) => fault.includes('kept out inline')))
  faults.length = 0
  await context.close()
})

const shots = shotsOf(world)
const pathsOf = (viewer: Viewer) => [
  ...new Set(shots.filter(({ as }) => as === viewer).map(({ path }) => path)),
]

test('[K02] [K03] every screen of a creator shows hostile names, titles, descriptions and data as text', async () => {
  assert.ok(SCRIPT_CORPUS.length >= 300)
  // Check all tenants once in their list; then only a few, because each of their dialogs opens over that list
  // again.
  const listed = (await walk('seller', ['/studio'])).get('/studio')!
  const names = TENANT_NAMES.filter((name) => listed.includes(name.trim())).length
  assert.ok(names >= TENANT_NAMES.length / 2, `the list shows ${names} of ${TENANT_NAMES.length}`)
  const others = await operator.from('tenants').select('id').neq('id', world.bakery.id).order('id')
  const ids = (others.data as { id: string }[]).map(({ id }) => id)
  assert.ifError((await operator.from('tenants').delete().in('id', ids.slice(FEW))).error)

  const { data } = await operator.from('end_users').select('auth_user_id').eq('tenant_id', world.bakery.id)
  const [customer] = data as { auth_user_id: string }[]
  const pictured = pathsOf('seller')
  const texts = await walk('seller', [
    ...pictured,
    // A new block has pages, but no pictures yet.
    ...blockPatterns().filter((path) => !pictured.includes(path)),
    `/studio/customers?tenant=${world.bakery.id}&customer=${customer!.auth_user_id}`,
  ])
  assert.deepEqual(faults, [])
  // Check that the strings were shown, otherwise nothing could have run.
  const textOf = (path: string) =>
    [...texts]
      .filter(([one]) => one.startsWith(path))
      .map(([, text]) => text)
      .join()
  for (const [path, most] of [
    ['/studio?dialog=settings', 20],
    ['/bolt/blocks', 20],
    ['/studio/customers', 1],
    [`/studio?dialog=settings&tenant=${world.bakery.id}&tab=auth`, 10],
    ['/studio?order', 1],
  ] as const) {
    const shownCount = SCRIPT_CORPUS.filter((text) => textOf(path).includes(text.trim())).length
    assert.ok(shownCount >= most || textOf(path).includes(IMG), `${path} shows ${shownCount} of the corpus`)
  }
})

test('[K02] [K03] the screens of visitors, new creators and staff, and addresses with hostile strings', async () => {
  for (const viewer of ['newcomer', 'staff'] as const) await walk(viewer, pathsOf(viewer))
  const q = encodeURIComponent(HOSTILE)
  const script = encodeURIComponent('javascript:alert(1)')
  await walk('visitor', [
    ...pathsOf('visitor'),
    `/auth?next=${script}&redirect=${script}`,
    `/auth?error=${q}&error_description=${q}#error=x&error_description=${q}`,
    `/auth/callback?code=${q}&error_description=${q}&next=${script}`,
    `/auth/new-password?token_hash=${q}&type=${q}`,
    `/auth/confirm?token_hash=${q}&type=${q}&redirect_to=${script}`,
    `/playground?block=${q}&mode=${q}&device=${q}&pk=${q}`,
    `/trust-check?url=${script}`,
    `/invitation?token=${q}`,
    `/studio/billing?${q}=${q}`,
    `/pricing?manage=${q}`,
    `/${q}`,
  ])
  await walk('seller', [
    `/studio?dialog=${q}&tenant=${q}&tab=${q}&order=${q}`,
    `/bolt/studio?stripe=connected&tenant=${q}`,
    `/bolt/connect?tenant=${q}`,
    `/bolt/dashboard?q=${q}`,
    `/bolt/studio/billing?${q}`,
    `/studio/mode?to=${q}&tenant=${q}`,
    `/bolt/blocks?q=${q}&search=${q}&add=${q}`,
    `/bolt/sign-in?q=${q}&customer=${q}`,
    `/bolt/sign-in/embed?tenant=${q}`,
    `/bolt/payments/orders?q=${q}&order=${q}`,
    `/bolt/payments/subscriptions?q=${q}`,
    `/oauth/consent?authorization_id=${script}`,
    `/success?session_id=${q}&return=${script}`,
  ])
  assert.deepEqual(faults, [])
})

test('[K02] [K03] the pages of the blocks with the same strings', async () => {
  const { public_key } = world.bakery
  const q = encodeURIComponent(HOSTILE)
  const { data } = await operator.from('bolt_blocks').select('id, data').limit(40)
  const ids = (data as { id: string }[]).map(({ id }) => id)
  const texts = await walk('visitor', [
    `/embed/pay?tenant=${public_key}`,
    `/embed/auth?tenant=${public_key}`,
    `/embed/success?tenant=${public_key}`,
    `/embed/pay?tenant=${q}&theme=${q}&locale=${q}&origin=${q}&mode=${q}&frame=${q}`,
    `/embed/confirm?tenant=${public_key}&token_hash=${q}&type=${q}&redirect_to=${q}`,
    ...ids.map((id) => `/embed/block?tenant=${public_key}&id=${id}`),
  ])
  assert.deepEqual(faults, [])
  const text = [...texts.values()].join()
  const shownCount = SCRIPT_CORPUS.filter((one) => text.includes(one.trim())).length
  assert.ok(shownCount >= 100, `the pages show ${shownCount} of the corpus`)
})

test('[K02] the checks covered every address of the route table', () => {
  const missed = routePatterns().filter(
    (pattern) =>
      ![...documents].some((path) => new RegExp(`^${pattern.replaceAll(/:\w+/g, '[^/]+')}$`).test(path)),
  )
  assert.deepEqual(missed, [])
})

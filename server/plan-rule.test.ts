import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Hono } from 'hono'
import * as z from 'zod/mini'
import { blocks } from '#blocks/registry.ts'
import { blockUnits } from '#blocks/server.ts'
import { endpoint } from '#kernel/browser/endpoint.ts'
import type { BlockManifest } from '#kernel/browser/block-manifest.ts'
import { contract, uuid } from '#kernel/contract.ts'
import type { AppEnv } from '#kernel/http/context.ts'
import { creator, visitor } from '#kernel/http/guards.ts'
import { openWithoutPlan, route } from '#kernel/http/route.ts'
import { planRule } from '#kernel/plan-rule.ts'
import type { Unit } from '#kernel/unit.ts'
import { eventually } from '#testing/eventually.ts'
import { givePlan, makeItem, makeTenant } from '#testing/factories.ts'
import { functionCall } from '#testing/function-call.ts'
import { signUp } from '#testing/test-users.ts'
import { testApp } from '#testing/test-app.ts'
import { embedPages } from './embed-pages.ts'
import { requestContext } from './http/request-context.ts'
import { units } from './units.ts'

const manifest = {
  name: 'notes',
  title: 'Notes',
  plan: 'pro',
  embed: { attributes: [], height: 100 },
} satisfies BlockManifest
const done = z.object({ done: z.boolean() })
const own = contract(z.strictObject({ tenantId: uuid }), done)
const anything = contract(z.strictObject({}), done)
const handle = async () => ({ done: true })
let loads = 0
const unit: Unit = {
  functions: [
    route(endpoint('GET', '/notes/:tenantId/list'), creator, own, handle),
    route(endpoint('POST', '/notes/:tenantId/list'), creator, own, handle),
    route(endpoint('GET', '/notes'), visitor, anything, handle),
    route(endpoint('POST', '/notes'), visitor, anything, handle),
    openWithoutPlan(route(endpoint('DELETE', '/notes'), visitor, anything, handle)),
  ],
  embedPages: {
    notes: { title: () => 'Notes', load: async () => ({ loads: ++loads }) },
    'notes-return': { title: () => 'Notes', load: async () => ({}) },
  },
}
const planned = planRule(manifest).applyTo(unit)
const pay = planRule(blocks.pay).applyTo(blockUnits.pay)

const app = await testApp({ functions: [...planned.functions!, ...pay.functions!] })
const session = await signUp(app, app.anonKey)
const shop = await makeTenant(app.database, { owner: session.user.id })
const ann = functionCall(app, app.anonKey, session.access_token)
const guest = functionCall(app, shop.public_key)

async function setMode(mode: 'test' | 'live') {
  await app.owner.query('update public.tenants set stripe_mode = $2 where id = $1', [shop.id, mode])
  await eventually(`${mode} mode`, async () => (await card()).stripe_mode === mode, 2)
}
const card = async () => (await app.kernel.tenancy.byPublicKey(shop.public_key))!

/**
 * Returns what the renderer receives, as JSON: the page itself is rendered in embed/rendered-pages.test.ts.
 */
const pages = new Hono<AppEnv>().use(requestContext(app.kernel)).route(
  '/',
  embedPages(
    {
      folder: '/',
      studioPage: undefined,
      document: ({ data }) => ({ html: JSON.stringify(data), scripts: [], styles: [] }),
    },
    [planned, pay],
  ),
)
async function pageData(page: string) {
  const response = await pages.request(`http://localhost:3000/embed/${page}?tenant=${shop.public_key}`)
  return JSON.parse(await response.text())
}

test('in test mode, a block of a higher plan is accessible', async () => {
  assert.equal((await ann('POST', `/notes/${shop.id}/list`, {})).status, 200)
  assert.equal((await guest('POST', '/notes', {})).status, 200)
  const before = loads
  assert.equal((await pageData('notes')).loads, before + 1)
})

test('in live mode without the plan, the creator can read, and gets 402 for a write', async () => {
  await setMode('live')
  assert.equal((await ann('GET', `/notes/${shop.id}/list`)).status, 200)
  const { status, body } = await ann('POST', `/notes/${shop.id}/list`, {})
  assert.deepEqual([status, body.code], [402, 'plan_required'])
  assert.match(body.error, /Pro plan in live mode/)
})

test('in live mode without the plan, visitors can read, and a refused write does not name the plan', async () => {
  await setMode('live')
  assert.equal((await guest('GET', '/notes')).status, 200)
  assert.equal((await guest('DELETE', '/notes', {})).status, 200, 'exempt')
  const refusals = [
    await guest('POST', '/notes', {}),
    // The public key as Bearer names the tenant, too.
    await functionCall(app, app.anonKey, shop.public_key)('POST', '/notes', {}),
  ]
  for (const { status, body } of refusals) {
    assert.deepEqual([status, body.code], [403, 'not_available'])
    assert.doesNotMatch(JSON.stringify(body), /plan|pro\b|upgrade/i)
  }
})

test('in live mode without the plan, the page does not load its data and does not mention plans', async () => {
  await setMode('live')
  const before = loads
  const data = await pageData('notes')
  assert.equal(loads, before)
  assert.deepEqual([data.host.unavailable, data.tenant], [true, null])
  assert.doesNotMatch(JSON.stringify(data), /plan|pk_/i)
  assert.equal((await pageData('notes-return')).host.unavailable, undefined, 'no tag can name this page')
})

test('products are read-only in live mode without the plan, but stay visible', async () => {
  const itemId = await makeItem(app.database, shop.id)
  await setMode('live')
  assert.equal((await ann('GET', `/tenant-items/${shop.id}/items`)).status, 200)
  const fields = { name: 'Loaf', price_cents: 100 }
  const writes = [
    await ann('POST', `/tenant-items/${shop.id}/items`, fields),
    await ann('PUT', `/item-operations/${itemId}`, fields),
    await ann('DELETE', `/item-operations/${itemId}`),
  ]
  for (const { status, body } of writes) assert.deepEqual([status, body.code], [402, 'plan_required'])
  const data = await pageData('pay')
  assert.deepEqual([data.host.unavailable, data.canSell], [undefined, false])
  assert.doesNotMatch(JSON.stringify(data), /missing_plans/)
})

test("another creator's tenant is unknown, whatever its plan", async () => {
  await setMode('live')
  const bob = functionCall(app, app.anonKey, (await signUp(app, app.anonKey)).access_token)
  const { status, body } = await bob('POST', `/tenant-items/${shop.id}/items`, {
    name: 'X',
    price_cents: 100,
  })
  assert.deepEqual([status, body.code], [404, 'tenant_not_found'])
})

test('a purchased plan or day pass gives access to the block within seconds', async () => {
  await setMode('live')
  await givePlan(app.database, shop.owner, 'pro')
  assert.equal((await ann('POST', `/notes/${shop.id}/list`, {})).status, 200, 'immediately for the creator')
  await eventually('open pages', async () => !(await pageData('notes')).host.unavailable, 8)
  assert.equal((await guest('POST', '/notes', {})).status, 200)

  await app.owner.query('delete from public.bolt_subscriptions where user_id = $1', [shop.owner])
  assert.equal((await ann('POST', `/notes/${shop.id}/list`, {})).status, 402)
  await app.owner.query(
    `update public.tenants set subscription_tier = 'day_pass', subscription_status = 'active',
       access_expires_at = now() + interval '1 day', day_pass_expires_at = now() + interval '1 day' where id = $1`,
    [shop.id],
  )
  assert.equal((await ann('POST', `/notes/${shop.id}/list`, {})).status, 200)
})

test('a block without its own plan has no rule', () => {
  assert.equal(planRule(blocks.auth).applyTo(blockUnits.auth), blockUnits.auth)
})

test('every write of a block with a plan names its tenant, or is exempt', () => {
  const writes = Object.values(blocks)
    .filter(({ plan }) => (plan as string) !== 'free')
    .flatMap(({ name }) => (blockUnits[name] as Unit).functions ?? [])
    .filter(({ endpoint: { method }, withoutPlan }) => method !== 'GET' && !withoutPlan)
  assert.ok(writes.length > 0)
  const nameless = writes.filter(
    ({ guard, endpoint: { path }, tenantFrom }) =>
      guard === creator && !path.includes('/:tenantId') && !tenantFrom,
  )
  assert.deepEqual(
    nameless.map(({ endpoint: { path } }) => path),
    [],
  )
  const mounted = units.flatMap(({ functions = [] }) => functions)
  assert.ok(
    writes.every((write) => !mounted.includes(write)),
    'the server mounts them with the rule',
  )
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Hono } from 'hono'
import { profileParts } from '#blocks/profile-parts.ts'
import { blockUnits } from '#blocks/server.ts'
import type { EmbedPageData } from '#kernel/browser/embed-page.ts'
import type { AppEnv } from '#kernel/http/context.ts'
import type { Unit } from '#kernel/unit.ts'
import { eventually } from '#testing/eventually.ts'
import { makeTenant } from '#testing/factories.ts'
import { signUp } from '#testing/test-users.ts'
import { testApp } from '#testing/test-app.ts'
import { embedPages } from './embed-pages.ts'
import { requestContext } from './http/request-context.ts'

const app = await testApp()
const { user } = await signUp(app, app.anonKey)
/** Returns what the renderer receives, as JSON: the page itself is rendered in embed/rendered-pages.test.ts. */
const dist = {
  folder: '/',
  studioPage: undefined,
  document: ({ data }: { data: EmbedPageData }) => ({ html: JSON.stringify(data), scripts: [], styles: [] }),
}
const pages = new Hono<AppEnv>().use(requestContext(app.kernel)).route('/', embedPages(dist))

async function pageData(query: string, page = 'auth'): Promise<EmbedPageData & { parts?: object[] }> {
  const response = await pages.request(`http://localhost:3000/embed/${page}${query}`)
  assert.equal(response.status, 200)
  return JSON.parse(await response.text()) as EmbedPageData
}

test('pages of a deleted tenant say that the block is not available; an unknown key is a configuration error', async () => {
  const tenant = await makeTenant(app.database, { owner: user.id })
  const query = `?tenant=${tenant.public_key}&origin=http://localhost:4000`
  assert.equal((await pageData(query)).tenant?.public_key, tenant.public_key)
  await app.owner.query('delete from public.tenants where id = $1', [tenant.id])
  await eventually('the page of the deleted tenant', async () => (await pageData(query)).tenant === null, 2)
  const { host, error } = await pageData(query)
  assert.deepEqual([host.refused, host.unavailable, error], [true, true, undefined])
  assert.equal((await pageData(`?pk=${tenant.public_key}`)).host.unavailable, true)

  const unknown = await pageData('?tenant=pk_000000000000000000000000')
  assert.deepEqual([unknown.error, unknown.host.refused], ['tenant_not_found', false])
  assert.equal((await pageData('?tenant=nonsense')).error, 'tenant_not_found')
  assert.equal((await pageData('')).error, 'no_tenant')
})

test('for a deleted tenant, the database stores a hash of the public key, not the key', async () => {
  const tenant = await makeTenant(app.database, { owner: user.id })
  const stored = async () => {
    const { rows } = await app.owner.query<{ row: string }>(
      `select to_jsonb(d)::text as row from app.deleted_public_keys d where hash = sha256(convert_to($1, 'utf8'))`,
      [tenant.public_key],
    )
    return rows.map(({ row }) => row)
  }
  assert.deepEqual(await stored(), [])
  await app.owner.query('delete from public.tenants where id = $1', [tenant.id])
  const [row] = await stored()
  assert.ok(row && !row.includes(tenant.public_key))
})

test('the profile has the parts of the blocks that the tenant uses, named in the page’s language; other pages have none', async () => {
  const tenant = await makeTenant(app.database, { owner: user.id })
  const query = `?tenant=${tenant.public_key}&locale=fr`
  assert.deepEqual((await pageData(query, 'profile')).parts, [])
  const event = await app.owner.query<{ id: string }>(
    `insert into public.ticket_events (tenant_id, title, zone, starts_at, ends_at)
     values ($1, 'Supper', 'Europe/Berlin', now(), now() + interval '1 hour') returning id`,
    [tenant.id],
  )
  assert.deepEqual((await pageData(query, 'profile')).parts, [], 'a draft is not used')
  await app.owner.query("update public.ticket_events set state = 'published' where id = $1", [
    event.rows[0]!.id,
  ])
  assert.deepEqual((await pageData(query, 'profile')).parts, [{ name: 'tickets', label: 'Billets' }])
  assert.equal((await pageData(query)).parts, undefined)
})

test('each part of the profile has both of its halves', () => {
  const ofServer = Object.values(blockUnits).flatMap((unit: Unit) => Object.keys(unit.profileParts ?? {}))
  assert.deepEqual(ofServer.toSorted(), Object.keys(profileParts).toSorted())
})

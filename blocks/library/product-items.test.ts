// A product includes items by their audiences alone.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeItem, makeTenant } from '#testing/factories.ts'
import { functionCall } from '#testing/function-call.ts'
import { signUp } from '#testing/test-users.ts'
import { testApp } from '#testing/test-app.ts'

const app = await testApp({ env: { AUTH_LIMIT_FACTOR: '1000' } })
const owner = await signUp(app, app.anonKey)
const shop = await makeTenant(app.database, { owner: owner.user.id, plan: 'pro' })
const mara = functionCall(app, app.anonKey, owner.access_token)
const sql = (text: string, ...values: unknown[]) => app.owner.query(text, values)
const product = await makeItem(app.database, shop.id, { name: 'Loaf' })
const buyerSession = await signUp(app, shop.public_key)
const buyer = functionCall(app, shop.public_key, buyerSession.access_token)
await sql(
  `insert into public.orders (tenant_id, mode, status, seller, source_id, name, amount_total, currency, auth_user_id,
     stripe_account_id, state_hash, receipt_hash, quantity, paid_at)
   values ($1, 'test', 'paid', 'pay', $2, 'Bread', 900, 'eur', $3, 'acct_1', '\\x01', '\\x01', 1, now())`,
  shop.id,
  product,
  buyerSession.user.id,
)
await sql("insert into public.roles (tenant_id, name) values ($1, 'Club')", shop.id)
const CLUB = { any: [{ kind: 'role', role: 'Club' }] }

async function make(kind: string, audience: unknown) {
  const { status, body } = await mara('POST', `/library/${shop.id}/items`, {
    kind,
    item: {
      title: 'Bread',
      summary: null,
      teaser: null,
      cover: null,
      tags: [],
      published_at: 'now',
      audience,
      is_teaser: true,
      is_listed: true,
      counts_from: 'start',
      body: {},
    },
  })
  assert.equal(status, 200, JSON.stringify(body))
  return body as { id: string; audience: string | null; revision: number; [field: string]: unknown }
}
const PATH = `/library/${shop.id}/products/${product}/items`
const include = (...items: string[]) => mara('PUT', PATH, { items })
const isOpen = async (id: string) => (await buyer('GET', `/library-items/${id}`)).body.is_open as boolean
const stored = async (id: string) => (await mara('GET', `/library/${shop.id}/items/${id}`)).body

test('ticking an item opens it to buyers, and unticking it restores its audience', async () => {
  const [article, course, other] = [
    await make('article', null),
    await make('course', CLUB),
    await make('article', CLUB),
  ]
  assert.deepEqual(await Promise.all([article, course, other].map(({ id }) => isOpen(id))), [
    false,
    false,
    false,
  ])
  assert.equal((await include(article.id, course.id)).status, 200)
  assert.deepEqual(await Promise.all([article, course, other].map(({ id }) => isOpen(id))), [
    true,
    true,
    false,
  ])
  assert.deepEqual((await mara('GET', PATH)).body.items.toSorted(), [article.id, course.id].toSorted())
  // The audience that both had is shared, so it stayed as it was.
  const { rows } = await sql('select name, rule from public.audiences where id = $1', other.audience)
  assert.deepEqual(rows[0].rule, CLUB)
  const changed = await stored(article.id)
  const own = await sql('select name from public.audiences where id = $1', changed.audience)
  assert.equal(own.rows[0].name, 'Buyers of Loaf')
  assert.equal(changed.revision, article.revision + 1)

  assert.equal((await include(article.id)).status, 200)
  assert.deepEqual([await isOpen(article.id), await isOpen(course.id)], [true, false])
  assert.equal((await stored(course.id)).audience, other.audience)
  assert.equal((await include()).status, 200)
  assert.equal((await stored(article.id)).audience, null)
})

test('nothing changes if one item does not exist, the product is foreign, or the right is missing', async () => {
  const article = await make('article', null)
  const missing = await include(article.id, product)
  assert.deepEqual([missing.status, missing.body.code], [404, 'item_not_found'])
  assert.equal(await isOpen(article.id), false)
  const foreign = await makeItem(app.database, (await makeTenant(app.database, { plan: 'pro' })).id)
  const refused = await mara('PUT', `/library/${shop.id}/products/${foreign}/items`, { items: [article.id] })
  assert.deepEqual([refused.status, refused.body.code], [404, 'product_not_found'])
  const support = await signUp(app, app.anonKey)
  await sql(
    "insert into public.tenant_staff (tenant_id, user_id, role) values ($1, $2, 'support')",
    shop.id,
    support.user.id,
  )
  const call = functionCall(app, app.anonKey, support.access_token)
  assert.equal((await call('PUT', PATH, { items: [article.id] })).status, 403)
})

test('a form with the audience from before is refused, and products at once lose nothing', async () => {
  const article = await make('article', null)
  const second = await makeItem(app.database, shop.id)
  const [one, two] = await Promise.all([
    include(article.id),
    mara('PUT', `/library/${shop.id}/products/${second}/items`, { items: [article.id] }),
  ])
  assert.deepEqual([one.status, two.status], [200, 200])
  const now = await stored(article.id)
  const { rows } = await sql('select rule from public.audiences where id = $1', now.audience)
  assert.deepEqual(
    rows[0].rule.any.map(({ source }: { source: string }) => source).toSorted(),
    [product, second].toSorted(),
  )
  const { title, summary, teaser, cover, tags, audience, is_teaser, is_listed, counts_from, body } = article
  const late = await mara('PUT', `/library/${shop.id}/items/${article.id}`, {
    revision: article.revision,
    item: {
      title,
      summary,
      teaser,
      cover,
      tags,
      published_at: 'now',
      audience,
      is_teaser,
      is_listed,
      counts_from,
      body,
    },
  })
  assert.deepEqual([late.status, late.body.code], [409, 'item_changed'])
})

test('an item that already has 20 lines is refused', async () => {
  const any = Array.from({ length: 20 }, (_, at) => ({
    kind: 'signed_in',
    from: `20${30 + at}-01-01T00:00:00Z`,
  }))
  const article = await make('article', { any })
  const full = await include(article.id)
  assert.deepEqual([full.status, full.body.code], [409, 'bad_audience'])
})

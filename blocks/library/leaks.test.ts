// A crawler reads everything that is open to each kind of person, and must not find a body or a hidden title of what is not.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeTenant } from '#testing/factories.ts'
import { functionCall } from '#testing/function-call.ts'
import { signUp } from '#testing/test-users.ts'
import { testApp } from '#testing/test-app.ts'
import { loadLibraryData } from './embed/embed-data.ts'

const app = await testApp({ env: { AUTH_LIMIT_FACTOR: '1000' } })
const owner = await signUp(app, app.anonKey)
const shop = await makeTenant(app.database, { owner: owner.user.id, plan: 'pro' })
const other = await makeTenant(app.database, { plan: 'pro' })
const sql = (text: string, ...values: unknown[]) => app.owner.query(text, values)
await sql("insert into public.roles (tenant_id, name) values ($1, 'Club')", shop.id)
const audienceOf = async (name: string, ...any: object[]) =>
  (
    await sql(
      'insert into public.audiences (tenant_id, name, rule) values ($1, $2, $3) returning id',
      shop.id,
      name,
      {
        any,
      },
    )
  ).rows[0].id as string
const audiences = {
  everyone: await audienceOf('Everyone', { kind: 'everyone' }),
  member: await audienceOf('Members', { kind: 'signed_in' }),
  club: await audienceOf('Club', { kind: 'role', role: 'Club' }),
  past: await audienceOf('Past', { kind: 'everyone', until: '2026-01-01T00:00:00Z' }),
  none: null,
}
type Name = keyof typeof audiences

/** Each item has a word of its own in the title and in the body, so that a response shows which ones it contains. */
const items: { id: string; audience: Name; teaser: boolean; out: boolean; title: string; body: string }[] = []
for (const audience of Object.keys(audiences) as Name[])
  for (const teaser of [true, false])
    for (const published of ['2026-01-01T00:00:00Z', null, '2100-01-01T00:00:00Z']) {
      const number = items.length
      const [title, body] = [`titleword${number}x`, `bodyword${number}x`]
      const { rows } = await sql(
        `insert into public.library_items (tenant_id, kind, slug, title, tags, published_at, audience_id, is_teaser)
           values ($1, $2, $3, $3, array[$3], $4, $5, $6) returning id`,
        shop.id,
        'article',
        title,
        published,
        audiences[audience],
        teaser,
      )
      const id = rows[0].id as string
      await sql(
        'insert into public.library_bodies (tenant_id, item_id, body, plain) values ($1, $2, $3, $4)',
        shop.id,
        id,
        {
          doc: { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: body }] }] },
        },
        body,
      )
      items.push({ id, audience, teaser, out: published === '2026-01-01T00:00:00Z', title, body })
    }

const member = await signUp(app, shop.public_key)
const clubber = await signUp(app, shop.public_key)
const former = await signUp(app, shop.public_key)
const banned = await signUp(app, shop.public_key)
const stranger = await signUp(app, other.public_key)
const creator = await signUp(app, app.anonKey)
for (const { user } of [clubber, former, banned])
  await sql(
    "insert into public.role_members (tenant_id, auth_user_id, role) values ($1, $2, 'Club')",
    shop.id,
    user.id,
  )
await sql('delete from public.role_members where auth_user_id = $1', former.user.id)
await sql("update auth.users set banned_until = now() + interval '1 day' where id = $1", banned.user.id)

const people: Record<string, { key: string; token?: string; opens: Name[]; teasers: boolean }> = {
  visitor: { key: shop.public_key, opens: ['everyone'], teasers: true },
  member: { key: shop.public_key, token: member.access_token, opens: ['everyone', 'member'], teasers: true },
  'club member': {
    key: shop.public_key,
    token: clubber.access_token,
    opens: ['everyone', 'member', 'club'],
    teasers: true,
  },
  'former club member': {
    key: shop.public_key,
    token: former.access_token,
    opens: ['everyone', 'member'],
    teasers: true,
  },
  'banned member': { key: shop.public_key, token: banned.access_token, opens: [], teasers: false },
  "another tenant's member": {
    key: other.public_key,
    token: stranger.access_token,
    opens: [],
    teasers: false,
  },
  "another tenant's visitor": { key: other.public_key, opens: [], teasers: false },
  'platform visitor': { key: app.anonKey, opens: [], teasers: false },
  'another creator': { key: app.anonKey, token: creator.access_token, opens: [], teasers: false },
}

for (const [name, { key, token, opens, teasers }] of Object.entries(people))
  test(`[peers C2] a crawler as ${name} finds no body and no hidden title`, async () => {
    const headers = { apikey: key, authorization: `Bearer ${token ?? key}` }
    const call = functionCall(app, key, token)
    const found: string[] = []
    const read = async (path: string, more: Record<string, string> = {}) => {
      const answer = await app.request(path, { headers: { ...headers, ...more } })
      found.push(await answer.text())
      return answer
    }
    for (const table of ['items', 'bodies', 'modules', 'lessons', 'progress'])
      await read(`/rest/v1/library_${table}?select=*`)
    await read('/rest/v1/library_items?select=id,title,slug,tags,library_bodies(body)')
    await read('/rest/v1/library_bodies?select=item_id,body')
    for (const query of ['', '?q=titleword0x', '?kind=file'])
      for (let after: string | undefined = ''; after !== undefined;) {
        const { body } = await call(
          'GET',
          `/library-items${query}${after && `${query ? '&' : '?'}after=${after}`}`,
        )
        found.push(JSON.stringify(body))
        after = body.next
      }
    await call('GET', '/library-tags').then(({ body }) => found.push(JSON.stringify(body)))
    for (const { id, title, body, audience, out } of items) {
      const isOpen = out && opens.includes(audience)
      for (const named of [id, title])
        found.push(JSON.stringify((await call('GET', `/library-items/${named}`)).body))
      // Requests that repeat a word must not count as finds.
      const searched = await call('GET', `/library-items?q=${body}`)
      assert.equal(searched.body.items?.length ?? 0, isOpen ? 1 : 0, `search of ${audience}`)
      const filtered = await app.request(`/rest/v1/library_bodies?select=item_id&item_id=eq.${id}`, {
        headers: { ...headers, prefer: 'count=exact' },
      })
      const range = filtered.headers.get('content-range')
      assert.ok(filtered.status >= 400 || range === (isOpen ? '0-0/1' : '*/0'), `${filtered.status} ${range}`)
    }
    const text = found.join('\n')
    for (const { title, body, audience, teaser, out } of items) {
      const isOpen = out && opens.includes(audience)
      const isSeen = isOpen || (out && teaser && teasers)
      assert.equal(text.includes(body), isOpen, `body of ${audience}`)
      if (!isSeen) assert.ok(!text.includes(title), `title of ${audience}`)
      else assert.ok(text.includes(title), `no title of ${audience}`)
    }
  })

test('[peers C2] pages contain what a visitor may see', async () => {
  const card = (await app.kernel.tenancy.byPublicKey(shop.public_key))!
  const page = async (query: string) =>
    JSON.stringify(
      await loadLibraryData(app.kernel, {
        tenant: card,
        claims: { role: 'anon', pool: shop.id, tenant: shop.id },
        url: new URL(`http://a.example/embed/library${query}`),
        headers: new Headers(),
      }),
    )
  const pages = [await page('')]
  for (const { id } of items) pages.push(await page(`?item=${id}`))
  for (const { title, body, audience, teaser, out } of items) {
    const isOpen = out && audience === 'everyone'
    assert.equal(
      pages.some((html) => html.includes(body)),
      isOpen,
    )
    if (!isOpen && !(out && teaser)) assert.ok(!pages.some((html) => html.includes(title)))
  }
})

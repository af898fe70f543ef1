// Twelve kinds of people read everything of a tenant whose items are gated in every way. A body, a byte or a hidden title beyond someone's
// right fails. `npm run campaign library-crawl` does it with 300 items.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { makeTenant } from '#testing/factories.ts'
import { functionCall } from '#testing/function-call.ts'
import { teamSite } from '#testing/team-site.ts'
import { testApp } from '#testing/test-app.ts'
import { signUp } from '#testing/test-users.ts'
import { loadLibraryData } from './embed/embed-data.ts'

/** Every combination of gate, teaser and kind takes 24. */
const ITEMS = Number(process.env['LIBRARY_ITEMS'] ?? 24)
const app = await testApp({ env: { AUTH_LIMIT_FACTOR: '1000' } })
const site = await teamSite(app)
const other = await makeTenant(app.database, { plan: 'pro' })
const sql = (text: string, ...values: unknown[]) => app.owner.query(text, values)
await sql("insert into public.roles (tenant_id, name) values ($1, 'Club')", site.id)

const [book, box, seat] = [randomUUID(), randomUUID(), randomUUID()]
const RULES = {
  members: { kind: 'signed_in' },
  club: { kind: 'role', role: 'Club' },
  book: { kind: 'bought', source: book },
  box: { kind: 'bought', source: box },
  seat: { kind: 'bought', source: seat },
  none: undefined,
} as const
type Gate = keyof typeof RULES
const GATES = Object.keys(RULES) as Gate[]
const audiences = new Map<Gate, string | null>()
for (const gate of GATES) {
  const rule = RULES[gate]
  const { rows } = rule
    ? await sql(
        'insert into public.audiences (tenant_id, name, rule) values ($1, $2, $3) returning id',
        site.id,
        gate,
        {
          any: [rule],
        },
      )
    : { rows: [{ id: null }] }
  audiences.set(gate, (rows[0] as { id: string | null }).id)
}

// Files of the library are uploaded as its staff do it.
const staffHeaders = { apikey: app.anonKey, authorization: `Bearer ${site.ownerToken}` }
async function upload(bytes: string, type = 'text/plain'): Promise<string> {
  const { body } = await site.owner('POST', `/library/${site.id}/uploads`, { name: 'a.bin' })
  const stored = await app.request(`/storage/v1/object/${body.bucket}/${body.path}`, {
    method: 'POST',
    headers: { ...staffHeaders, 'x-bb-pool': site.id, 'content-type': type },
    body: bytes,
  })
  assert.equal(stored.status, 200, await stored.text())
  return body.path as string
}

interface Item {
  id: string
  gate: Gate
  isTeaser: boolean
  /** Words that only this item has. */
  title: string
  body: string
  path: string | undefined
  /** Of an article: a picture in its text, whose bytes are another word. */
  picture: string | undefined
  pixels: string
}
const items: Item[] = []
for (let n = 0; n < ITEMS; n++) {
  const [gate, isTeaser, isFile] = [GATES[n % 6]!, n % 12 < 6, n % 24 >= 12]
  const [title, body] = [`titleword${n}x`, `bodyword${n}x`]
  const pixels = `pixelword${n}x`
  const path = isFile ? await upload(body) : undefined
  const picture = isFile ? undefined : await upload(pixels, 'image/png')
  const { rows } = await sql(
    `insert into public.library_items (tenant_id, kind, slug, title, tags, summary, teaser, published_at, audience_id, is_teaser)
       values ($1, $2, $3, $3, array[$3], $3, $3, '2026-01-01', $4, $5) returning id`,
    site.id,
    isFile ? 'file' : 'article',
    title,
    audiences.get(gate),
    isTeaser,
  )
  const text = { type: 'text', text: body }
  const image = [{ type: 'image', attrs: { path: picture, alt: body } }]
  const stored = path
    ? { file: { path, name: 'a.txt', type: 'text/plain', size: body.length } }
    : { doc: { type: 'doc', content: [{ type: 'paragraph', content: [text] }, ...image] } }
  const { id } = rows[0] as { id: string }
  await sql(
    'insert into public.library_bodies (tenant_id, item_id, body, plain) values ($1, $2, $3, $4)',
    site.id,
    id,
    stored,
    isFile ? '' : body,
  )
  items.push({ id, gate, isTeaser, title, body, path, picture, pixels })
}

let orders = 0
/** An order as the checkout and the provider's events write it. */
const order = (by: string, source: string, more = '', seats: number | null = null) =>
  sql(
    `insert into public.orders (tenant_id, mode, status, seller, source_id, name, amount_total, currency, auth_user_id,
       stripe_account_id, state_hash, receipt_hash, quantity, seats, interval, subscription_status, paid_at)
     values ($1, 'test', $6, 'pay', $2, 'Club', 900, 'eur', $3, 'acct_1', $4, $4, coalesce($5, 1), $5, $7, $8, now())`,
    site.id,
    source,
    by,
    `\\x${(++orders).toString(16).padStart(6, '0')}`,
    seats,
    more === 'refunded' ? 'refunded' : 'paid',
    source === book ? null : 'month',
    source === book ? null : more || 'active',
  )
const inClub = (id: string) =>
  sql("insert into public.role_members (tenant_id, auth_user_id, role) values ($1, $2, 'Club')", site.id, id)

const [member, buyer, refunded, lapsed, holder, former, seated, banned] = [
  await site.member(),
  await site.member(),
  await site.member(),
  await site.member(),
  await site.member(),
  await site.member(),
  await site.member(),
  await site.member(),
]
await order(buyer.id, book)
await order(refunded.id, book, 'refunded')
await order(lapsed.id, box, 'canceled')
for (const { id } of [holder, former, banned]) await inClub(id)
await sql('delete from public.role_members where auth_user_id = $1', former.id)
const { admin } = await site.team('Team', seated)
await order(admin.id, seat, '', 3)
await order(banned.id, book)
await sql("update auth.users set banned_until = now() + interval '1 day' where id = $1", banned.id)
const otherMember = await signUp(app, other.public_key)
const otherStaff = await signUp(app, app.anonKey)
await sql(
  "insert into public.tenant_staff (tenant_id, user_id, role) values ($1, $2, 'admin')",
  other.id,
  otherStaff.user.id,
)
const support = await signUp(app, app.anonKey)
await sql(
  "insert into public.tenant_staff (tenant_id, user_id, role) values ($1, $2, 'support')",
  site.id,
  support.user.id,
)

interface Person {
  key: string
  token?: string
  /** Gates whose items they may open. */
  opens: Gate[]
  /** `none`: not even teasers. `all`: staff see all titles. */
  titles: 'teasers' | 'none' | 'all'
}
const visitor = (opens: Gate[], token?: string): Person => ({
  key: site.public_key,
  ...(token && { token }),
  opens,
  titles: 'teasers',
})
const of = ({ session }: typeof member, ...more: Gate[]) =>
  visitor(['members', ...more], session.access_token)
const people: Record<string, Person> = {
  anonymous: visitor([]),
  'a member': of(member),
  'a buyer': of(buyer, 'book'),
  'a refunded buyer': of(refunded),
  'a subscriber who lapsed': of(lapsed),
  'a holder of a role': of(holder, 'club'),
  'one who lost the role': of(former),
  'one with a seat of a team': of(seated, 'seat'),
  'a banned member': { ...visitor([], banned.session.access_token), titles: 'none' },
  'staff of another tenant': { key: app.anonKey, token: otherStaff.access_token, opens: [], titles: 'none' },
  'a member of another tenant': {
    key: other.public_key,
    token: otherMember.access_token,
    opens: [],
    titles: 'none',
  },
  'staff without the right to content': {
    key: app.anonKey,
    token: support.access_token,
    opens: [],
    titles: 'all',
  },
}

/** Addresses of media that another session requested, and its browser's cookie is not known. */
const copied: string[] = []
for (const { id, gate, path, picture } of items)
  if (gate === 'members' || gate === 'book') {
    if (path) copied.push((await buyer.call('POST', `/library-items/${id}/media`, {})).body.url as string)
    else
      copied.push(
        `${(await buyer.call('POST', `/library-items/${id}/pictures`, {})).body.folder as string}${picture}`,
      )
  }
assert.ok(copied.length > 0 && copied.every(Boolean))

for (const [name, { key, token, opens, titles }] of Object.entries(people))
  test(`[peers C2] [L01] ${name} finds no body, no byte and no title beyond their right`, async () => {
    const headers = { apikey: key, authorization: `Bearer ${token ?? key}` }
    const call = functionCall(app, key, token)
    const found: string[] = []
    const read = async (
      path: string,
      init: { method?: string; body?: string; headers?: Record<string, string> } = {},
    ) => {
      const answer = await app.request(path, { ...init, headers: { ...headers, ...init.headers } })
      found.push(await answer.clone().text())
      return answer
    }
    const say = async (...[method, path, input]: Parameters<typeof call>) => {
      const { body } = await call(method, path, input)
      found.push(JSON.stringify(body))
      return body as { items?: unknown[]; next?: string; url?: string; folder?: string }
    }
    for (const table of ['items', 'bodies', 'modules', 'lessons', 'progress', 'certificates'])
      for (const prefer of ['count=exact', 'count=planned'])
        await read(`/rest/v1/library_${table}?select=*`, { headers: { prefer } })
    await read('/rest/v1/library_items?select=*,library_bodies(*)')
    for (const path of ['/sitemap.xml', '/robots.txt', '/feed', '/rest/v1/']) await read(path)
    for (let after = ''; ;) {
      const { next } = await say('GET', `/library-items${after}`)
      if (!next) break
      after = `?after=${next}`
    }
    await say('GET', '/library-tags')
    await say('GET', '/my-library')
    await say('GET', `/library/${site.id}/items`)
    const list = { prefix: '', limit: 1000 }
    await read('/storage/v1/object/list/bb-library', {
      method: 'POST',
      body: JSON.stringify(list),
      headers: { 'content-type': 'application/json', 'x-bb-pool': site.id },
    })
    for (const { id, title, body, gate, path, picture } of items) {
      const isOpen = opens.includes(gate)
      for (const named of [id, title]) await say('GET', `/library-items/${named}`)
      await say('GET', `/library/${site.id}/items/${id}`)
      await say('PUT', `/library-items/${id}/progress`, { position: 1 })
      // The request repeats the word, so only the count of its results is judged.
      const searched = await call('GET', `/library-items?q=${body}`)
      const hits = (searched.body as { items?: unknown[] }).items?.length ?? 0
      assert.equal(hits, isOpen && !path ? 1 : 0, `a search for the body of ${gate}`)
      const { url } = await say('POST', `/library-items/${id}/media`, {})
      assert.equal(url !== undefined, isOpen && path !== undefined, `an address of ${gate}`)
      if (url) await read(url)
      const { folder } = await say('POST', `/library-items/${id}/pictures`, {})
      assert.equal(folder !== undefined, isOpen, `an address of pictures of ${gate}`)
      // Also with the pictures of all others, which its text does not have.
      if (folder) for (const each of items) if (each.picture) await read(`${folder}${each.picture}`)
      const stored = path ?? picture
      if (stored)
        for (const way of ['', 'authenticated/', 'public/', 'info/'])
          await read(`/storage/v1/object/${way}bb-library/${stored}`, { headers: { 'x-bb-pool': site.id } })
    }
    const text = found.join('\n')
    for (const { title, body, gate, isTeaser, picture, pixels } of items) {
      const isOpen = opens.includes(gate)
      assert.equal(text.includes(pixels), isOpen && picture !== undefined, `the picture of ${gate}`)
      assert.equal(text.includes(body), isOpen, `the body of ${gate}`)
      const isSeen = titles === 'all' || isOpen || (isTeaser && titles === 'teasers')
      assert.equal(text.includes(title), isSeen, `the title of ${gate}${isTeaser ? ' with a teaser' : ''}`)
    }
    if (token === buyer.session.access_token) return
    for (const url of copied) {
      const answer = await app.request(url, { headers })
      assert.ok(answer.status === 403 || answer.status === 401, await answer.text())
    }
  })

test('[peers C2] pages that load without a session contain no body, and no title without a teaser', async () => {
  const tenant = (await app.kernel.tenancy.byPublicKey(site.public_key))!
  const page = (query: string) =>
    loadLibraryData(app.kernel, {
      tenant,
      claims: { role: 'anon', pool: site.id, tenant: site.id },
      url: new URL(`http://a.example/embed/library${query}`),
      headers: new Headers(),
    }).then((data) => JSON.stringify({ ...data, named: undefined }))
  const found = [await page('')]
  for (const { id, title } of items)
    for (const query of [`item=${id}`, `gate=${title}`, `gate=${id}`, `id=${id}&view_as=x`, `tag=${title}`])
      found.push((await page(`?${query}`)).replace(/"query":\{[^}]*\}/, ''))
  const text = found.join('\n')
  for (const { title, body, isTeaser } of items) {
    assert.ok(!text.includes(body))
    assert.equal(text.includes(title), isTeaser)
  }
})

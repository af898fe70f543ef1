// The data that a visitor signed in at one tenant can reach with the official client, in that tenant and
// others.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Session, SupabaseClient } from '@supabase/supabase-js'
import { makeItem, makeTenant } from '#testing/factories.ts'
import { signUp } from '#testing/test-users.ts'
import { testApp } from '#testing/test-app.ts'

const app = await testApp({ env: { AUTH_LIMIT_FACTOR: '1000' } })
const shops = { A: await shop('A'), B: await shop('B') }
const visitor = shops.A.members[0]!
const client = clientOf(shops.A.public_key, visitor.session)

function clientOf(key: string, session: Session, headers: Record<string, string> = {}): SupabaseClient {
  return app.client(key, {
    accessToken: async () => session.access_token,
    global: { fetch: app.fetch, headers },
  })
}

/** A tenant with products, two members with an order and a file each, and files of its creator. */
async function shop(letter: string) {
  const creator = await signUp(app, app.anonKey)
  const tenant = await makeTenant(app.database, { owner: creator.user.id, name: `Shop ${letter}` })
  await makeItem(app.database, tenant.id, { name: `on sale ${letter}` })
  const hidden = await makeItem(app.database, tenant.id, { name: `canary hidden ${letter}`, active: false })
  const asCreator = clientOf(app.anonKey, creator, { 'x-bb-pool': tenant.id }).storage
  for (const [bucket, options] of Object.entries({
    members: { public: false },
    books: { public: false },
    pictures: { public: true },
  })) {
    const { error } = await asCreator.createBucket(bucket, options)
    assert.equal(error, null)
  }
  // The official client does not support this setting.
  const switched = await app.request('/storage/v1/bucket/members', {
    method: 'PUT',
    headers: {
      apikey: app.anonKey,
      authorization: `Bearer ${creator.access_token}`,
      'x-bb-pool': tenant.id,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ public: false, member_folders: true }),
  })
  assert.equal(switched.status, 200)
  for (const [bucket, path, text] of [
    ['books', 'ledger.txt', `canary books ${letter}`],
    ['pictures', 'shop.txt', `public ${letter}`],
    ['members', 'everyone.txt', `canary common ${letter}`],
  ] as const) {
    const { error } = await asCreator.from(bucket).upload(path, text)
    assert.equal(error, null)
  }
  const members = [await member(tenant, 'first'), await member(tenant, 'second')]
  return { ...tenant, letter, creator, hidden, members }
}

async function member(tenant: { id: string; public_key: string }, name: string) {
  const session = await signUp(app, tenant.public_key)
  const own = clientOf(tenant.public_key, session)
  const { error } = await own
    .from('end_users')
    .insert({ auth_user_id: session.user.id, tenant_id: tenant.id, email: session.user.email })
  assert.equal(error, null)
  const file = `${session.user.id}/own.txt`
  const { error: refused } = await own.storage.from('members').upload(file, `file of ${session.user.id}`)
  assert.equal(refused, null)
  const { rows } = await app.owner.query<{ id: string }>(
    `insert into public.orders (tenant_id, mode, seller, source_id, name, amount_total, currency, stripe_account_id,
       state_hash, receipt_hash, auth_user_id, email, status)
     values ($1, 'test', 'pay', app.uuidv7(), $2, 500, 'eur', 'acct_canary', sha256($3::bytea), sha256($3::bytea), $4, $5, 'paid')
     returning id`,
    [tenant.id, `order of ${name}`, session.user.id, session.user.id, session.user.email],
  )
  return { session, id: session.user.id, email: session.user.email!, order: rows[0]!.id, file }
}

const others = [shops.A.members[1]!, ...shops.B.members]

/** Fails if a response contains data of others. */
function assertClean(what: string, answer: unknown): void {
  const text = JSON.stringify(answer) ?? ''
  assert.doesNotMatch(text, /canary/, what)
  for (const { id, email, order } of others)
    for (const word of [id, email, order]) assert.ok(!text.includes(word), `${what} shows ${word}`)
}

describe('through the data API', () => {
  /** Rows that each table returns to the visitor. Every other table must return none. */
  const expected: Record<string, (rows: Record<string, unknown>[]) => void> = {
    end_users: (rows) =>
      assert.deepEqual(
        rows.map(({ auth_user_id }) => auth_user_id),
        [visitor.id],
      ),
    orders: (rows) =>
      assert.deepEqual(
        rows.map(({ id }) => id),
        [visitor.order],
      ),
    items: (rows) => {
      assert.ok(rows.some(({ name }) => name === 'on sale A'))
      assert.ok(rows.every(({ tenant_id, active }) => tenant_id === shops.A.id && active !== false))
    },
    // The public columns of the tenant whose key the visitor uses.
    tenants: (rows) => {
      assert.deepEqual(
        rows.map(({ id }) => id),
        [shops.A.id],
      )
      assert.ok(
        !Object.keys(rows[0]!).some((column) => /owner|account|secret|origins|status|tier/.test(column)),
      )
    },
    bolt_plans: (rows) => assert.ok(rows.length > 0, 'plans are public'),
  }

  test('[C08] every table, unfiltered, counted, and filtered by the ids of others', async () => {
    const { rows: tables } = await app.owner.query<{ relname: string; columns: string[] }>(
      `select c.relname, array_agg(a.attname::text) as columns from pg_catalog.pg_class c
       join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v', 'm', 'p') group by 1`,
    )
    assert.ok(tables.length >= 11)
    for (const { relname, columns } of tables) {
      const { data } = await client.from(relname).select()
      assertClean(relname, data)
      if (data?.length || relname in expected)
        assert.ok(expected[relname], `${relname} returns ${JSON.stringify(data)} without an expectation`)
      expected[relname]?.(data as Record<string, unknown>[])
      const { count } = await client.from(relname).select('*', { count: 'exact', head: true })
      assert.equal(count ?? 0, data?.length ?? 0, `${relname} counts hidden rows`)
      for (const [column, ids] of [
        ['id', [shops.A.hidden, shops.B.hidden, ...others.map(({ order }) => order)]],
        ['tenant_id', [shops.B.id]],
        ['auth_user_id', others.map(({ id }) => id)],
        ['email', others.map(({ email }) => email)],
      ] as const)
        if (columns.includes(column))
          for (const id of ids) {
            const found = await client.from(relname).select().eq(column, id)
            assert.deepEqual(found.data ?? [], [], `${relname}?${column}=eq.${id}`)
          }
    }
  })

  test('[C08] rows of others cannot be read through embedding, nor changed', async () => {
    for (const [table, columns] of [
      ['items', '*,tenants(*)'],
      ['tenants', '*,items(*),orders(*),end_users(*)'],
      ['orders', '*,tenants(*,orders(*),end_users(*))'],
      ['end_users', '*,tenants(*,items(*))'],
    ] as const) {
      assertClean(`${table} ${columns}`, (await client.from(table).select(columns)).data)
      const byKey = await client.from(table).select(columns).eq('public_key', shops.B.public_key)
      assertClean(`${table} ${columns} by key`, byKey.data)
    }
    for (const table of ['items', 'orders', 'end_users', 'tenants'])
      for (const filter of ['id', 'tenant_id']) {
        const value = filter === 'id' ? others[0]!.order : shops.B.id
        assertClean(table, (await client.from(table).update({ name: 'x' }).eq(filter, value).select()).data)
        assertClean(table, (await client.from(table).delete().eq(filter, value).select()).data)
      }
    const { rows } = await app.owner.query<{ n: string }>(
      `select (select count(*) from public.orders) + (select count(*) from public.end_users) as n`,
    )
    assert.equal(Number(rows[0]!.n), 8)
  })
})

describe('through storage', () => {
  const files = client.storage
  const text = async (bucket: string, path: string) =>
    (await (await files.from(bucket).download(path)).data?.text()) ?? null

  test('[C08] the visitor’s own file and public files', async () => {
    assert.equal(await text('members', visitor.file), `file of ${visitor.id}`)
    const { data } = files.from('pictures').getPublicUrl('shop.txt')
    assert.ok(data.publicUrl)
  })

  test('[C08] no file of other members, of the creator or of another tenant is read, listed, signed, moved or removed', async () => {
    const foreign: [string, string][] = [
      ...others.map(({ file }): [string, string] => ['members', file]),
      ['members', 'everyone.txt'],
      ['books', 'ledger.txt'],
    ]
    for (const [bucket, path] of foreign) {
      const at = files.from(bucket)
      assert.equal(await text(bucket, path), null, path)
      assert.equal((await at.info(path)).data, null, path)
      assert.notEqual((await at.exists(path)).data, true, path)
      assert.equal((await at.createSignedUrl(path, 60)).data, null, path)
      assert.ok((await at.copy(path, `${visitor.id}/taken.txt`)).error, path)
      assert.ok((await at.move(path, `${visitor.id}/taken.txt`)).error, path)
      assert.ok((await at.update(path, 'mine now')).error, path)
      assertClean(path, (await at.remove([path])).data)
    }
    for (const prefix of ['', ...others.map(({ id }) => id)]) {
      const listed = await files.from('members').list(prefix)
      assertClean(`list ${prefix}`, listed.data)
    }
    assertClean(
      'buckets',
      (await files.listBuckets()).data?.filter(({ id }) => id !== 'members'),
    )
    for (const { letter, members, creator, public_key, id } of Object.values(shops)) {
      const own = clientOf(app.anonKey, creator, { 'x-bb-pool': id }).storage
      assert.equal(
        await (await own.from('books').download('ledger.txt')).data?.text(),
        `canary books ${letter}`,
      )
      for (const member of members) {
        const kept = await clientOf(public_key, member.session).storage.from('members').download(member.file)
        assert.equal(await kept.data?.text(), `file of ${member.id}`)
      }
    }
  })

  test('[C08] the namespace header does not give access to another tenant', async () => {
    const elsewhere = clientOf(shops.A.public_key, visitor.session, { 'x-bb-pool': shops.B.id }).storage
    for (const [bucket, path] of [
      ['members', others[1]!.file],
      ['books', 'ledger.txt'],
      ['pictures', 'shop.txt'],
    ] as const)
      assert.equal((await elsewhere.from(bucket).download(path)).data, null, path)
    assert.equal((await elsewhere.listBuckets()).data, null)
    const wrongKey = clientOf(shops.B.public_key, visitor.session).storage
    assert.equal((await wrongKey.from('members').download(others[1]!.file)).data, null)
  })
})

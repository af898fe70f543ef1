import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { createClient } from '@supabase/supabase-js'
import { testApp } from '#testing/test-app.ts'

// Calls of the official client that no other test makes. official-client.test.ts lists all methods.
const app = await testApp({ env: { REST_QUERY_PLANS: 'true' } })
await app.owner.query(readFileSync(join(import.meta.dirname, 'fixture.sql'), 'utf8'))
const anyone = app.client()
const operator = app.client(app.serviceKey)

/** `data` of a response whose error must be null. */
// oxlint-disable-next-line typescript/no-explicit-any -- no database type is generated for the fixture
function rows({ data, error }: { data: unknown; error: unknown }): any {
  assert.equal(error, null)
  return data
}

describe('filters', () => {
  const notes = () => anyone.from('notes').select('id').order('id')
  type Call = ReturnType<typeof notes>
  const cases: [string, (call: Call) => PromiseLike<{ data: unknown; error: unknown }>, number[]][] = [
    ['ilikeAllOf', (c) => c.ilikeAllOf('title', ['f%', '%NOTE']), [1]],
    ['ilikeAnyOf', (c) => c.ilikeAnyOf('title', ['f%', 's%']), [1, 2]],
    ['regexMatch', (c) => c.regexMatch('title', '^(First|Third)'), [1, 3]],
    ['regexIMatch', (c) => c.regexIMatch('title', '^second'), [2]],
    ['isDistinct', (c) => c.isDistinct('score', 10), [2, 3]],
    ['notIn', (c) => c.notIn('title', ['First note', 'Third, (odd)']), [2]],
    ['is false', (c) => c.is('done', false), [2]],
    ['rangeGt', (c) => c.rangeGt('span', '[1,5)'), [2]],
    ['rangeGte', (c) => c.rangeGte('span', '[5,6)'), [2]],
    ['rangeLt', (c) => c.rangeLt('span', '[5,9)'), [1]],
    ['rangeLte', (c) => c.rangeLte('span', '[1,5)'), [1]],
    ['contains, range', (c) => c.contains('span', '[2,3)'), [1]],
    ['containedBy, range', (c) => c.containedBy('span', '[0,6)'), [1]],
    ['containedBy, json', (c) => c.containedBy('data', { size: 5, more: 1 }), [2]],
    ['overlaps, range', (c) => c.overlaps('span', '[4,6)'), [1, 2]],
    ['textSearch, to_tsquery', (c) => c.textSearch('words', `'first' | 'second'`), [1, 2]],
    ['textSearch, plain', (c) => c.textSearch('words', 'first note', { type: 'plain' }), [1]],
    [
      'textSearch, phrase',
      (c) => c.textSearch('words', 'second note', { type: 'phrase', config: 'english' }),
      [2],
    ],
    ['textSearch on a text column', (c) => c.textSearch('title', 'notes', { config: 'english' }), [1, 2]],
    ['not in', (c) => c.not('id', 'in', '(1,2)'), [3]],
    ['not is', (c) => c.not('done', 'is', null), [1, 2]],
    ['or, nested, with lists and quoted texts', (c) => c.or('title.eq."Third, (odd)",tags.cs.{a}'), [1, 3]],
    ['or of not', (c) => c.or('id.not.in.(1,2),not.and(id.gt.1,done.is.false)'), [1, 3]],
    ['filter with any', (c) => c.filter('id', 'eq(any)', '{1,3}'), [1, 3]],
  ]
  for (const [name, call, expected] of cases) {
    test(name, async () => {
      const found = rows(await call(notes())) as { id: number }[]
      assert.deepEqual(
        found.map(({ id }) => id),
        expected,
      )
    })
  }
})

describe('handling of responses', () => {
  /** A network between client and service that fails as often as requested, and stops aborted requests. */
  const seen: (string | null)[] = []
  let failures = 0
  const flaky: typeof fetch = async (input, init) => {
    seen.push(new Headers(init?.headers).get('x-retry-count'))
    if (failures-- > 0)
      return Response.json(
        { code: 'PGRST001', message: 'away', details: null, hint: null },
        { status: 503, headers: { 'retry-after': '0' } },
      )
    init?.signal?.throwIfAborted()
    return app.app.request(input, init)
  }
  const client = createClient(app.config.publicUrl, app.anonKey, {
    global: { fetch: flaky },
    auth: { persistSession: false, autoRefreshToken: false },
  })
  const first = () => anyone.from('notes').select('id, title').eq('id', 1)

  test('throwOnError throws the service’s error, at every stage of a call', async () => {
    const calls = [
      () => anyone.from('nothing').select().throwOnError(),
      () => anyone.from('nothing').select().eq('id', 1).throwOnError(),
      () => anyone.from('nothing').select().single().throwOnError(),
    ]
    for (const ask of calls)
      await assert.rejects(async () => await ask(), { name: 'PostgrestError', code: 'PGRST205' })
    assert.deepEqual(rows(await first().throwOnError()), [{ id: 1, title: 'First note' }])
  })

  test('returns and overrideTypes change nothing at runtime', async () => {
    const row = { id: 1, title: 'First note' }
    assert.deepEqual(rows(await first().returns<{ id: number }[]>()), [row])
    assert.deepEqual(rows(await first().overrideTypes<{ id: number }[]>()), [row])
    assert.deepEqual(rows(await first().single().returns<{ id: number }>()), row)
  })

  test('setHeader reaches the service', async () => {
    const zone = first().select('created_at').setHeader('Prefer', 'timezone=Asia/Tokyo')
    assert.equal(rows(await zone)[0].created_at, '2026-01-02T12:04:05+09:00')
  })

  test('abortSignal ends a call with an error message', async () => {
    const { error, status } = await client.from('notes').select().abortSignal(AbortSignal.abort())
    assert.deepEqual([status, error!.message.startsWith('AbortError')], [0, true])
  })

  test('[S8-112] a read that received 503 is retried, unless the call disables that; a write never is', async () => {
    const call = () => client.from('notes').select('id').eq('id', 1)
    failures = 1
    seen.length = 0
    assert.deepEqual(rows(await call()), [{ id: 1 }])
    assert.deepEqual(seen.splice(0), [null, '1'])
    failures = 1
    assert.equal((await call().retry(false)).status, 503)
    failures = 1
    assert.equal((await client.from('notes').insert({ title: 'x' })).status, 503)
    assert.deepEqual(seen, [null, null])
  })

  test('geojson is rejected with a message if PostGIS is not installed', async () => {
    const { error, status } = await first().geojson()
    assert.deepEqual([status, error!.code], [406, 'PGRST107'])
  })

  test('a schema is selected by name, and only one exists', async () => {
    const open = rows(await anyone.schema('public').from('notes').select('id').eq('id', 1))
    assert.deepEqual(open, [{ id: 1 }])
    for (const schema of [
      'auth',
      'storage',
      'private',
      'pg_catalog',
      'information_schema',
      'app',
      'pgboss',
      '',
    ]) {
      const other = anyone.schema(schema as 'public')
      assert.equal((await other.from('users').select()).error!.code, 'PGRST106', schema)
      assert.equal((await other.from('users').insert({})).error!.code, 'PGRST106', schema)
      assert.equal((await other.rpc('add', { a: 1 })).error!.code, 'PGRST106', schema)
    }
  })
})

test('explain is for the operator: it returns the plan of a read or a write, with measurements', async () => {
  const text = rows(await operator.from('notes').select('id').eq('id', 1).explain())
  assert.match(text, /^Aggregate +\(cost=/)
  const json = rows(
    await operator.from('notes').select('id').explain({ format: 'json', analyze: true, buffers: true }),
  )
  assert.equal(typeof json[0]['Execution Time'], 'number')
  const all = { analyze: true, verbose: true, settings: true, buffers: true, wal: true }
  const measured = rows(await operator.from('notes').update({ score: 1 }).eq('id', 1).explain(all))
  assert.match(measured, /Update on public\.notes/)
  for (const client of [anyone, app.client()]) {
    const { error, status } = await client.from('notes').select('id').explain()
    assert.deepEqual([status, error!.code], [406, 'PGRST107'])
  }
})

test('getOpenApiSpec describes what the key may use', async () => {
  const { rest } = anyone as unknown as {
    rest: { getOpenApiSpec(): Promise<{ data: unknown; error: unknown }> }
  }
  const spec = rows(await rest.getOpenApiSpec())
  assert.equal(spec.swagger, '2.0')
  assert.deepEqual(Object.keys(spec.paths['/notes']), ['get'])
})

describe('rpc', () => {
  test('arguments of every kind, by POST and by GET', async () => {
    assert.equal(rows(await anyone.rpc('all_of', { parts: ['a b', 'c,d'] })), 'a b|c,d')
    const got = rows(
      await anyone.rpc('pairs', { count: 3 }, { get: true, count: 'exact' }).gt('n', 1).select('n'),
    )
    assert.deepEqual(got, [{ n: 2 }, { n: 3 }])
    const single = rows(await anyone.rpc('pairs', { count: 1 }).single())
    assert.deepEqual(single, { n: 1, square: 1 })
    assert.equal(
      rows(await anyone.rpc('one_note', { wanted: 2 }).select('title').maybeSingle()).title,
      'Second note',
    )
    const csv = rows(await anyone.rpc('pairs', { count: 2 }).csv())
    assert.equal(csv, 'n,square\n1,1\n2,4')
  })

  test('a head call with an object among its arguments is a POST without a response body', async () => {
    const { status, data, error } = await anyone.rpc('whole', { a: { b: 1 } }, { head: true })
    assert.deepEqual([status, data, error], [204, null, null])
  })
})

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ANONYMOUS, SERVICE } from '#kernel/db/claims.ts'
import type { Claims } from '#kernel/db/claims.ts'
import { actAs } from '#testing/act-as.ts'
import { restApp } from '#testing/rest-app.ts'

const A = actAs.creator('00000000-0000-4000-8000-00000000000a')
const JSON_TYPE = { 'content-type': 'application/json' }
const rest = await restApp()

function refusal(as: Claims, line: string, body?: unknown, headers: Record<string, string> = {}) {
  const [method = '', path = ''] = line.split(/ (.*)/s)
  const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body)
  return rest.ask(as, method, path, {
    body: text,
    headers: { ...JSON_TYPE, ...headers },
  })
}

describe('PostgreSQL’s errors keep their code, in the same format', () => {
  const cases: [string, string, unknown?, Record<string, string>?][] = [
    ['GET /notes?id=eq.abc', '400 22P02'],
    ['GET /notes?mood=eq.angry', '400 22P02'],
    ['GET /notes?span=ov.nonsense', '400 22P02'],
    ['GET /notes?tags=cs.nonsense', '400 22P02'],
    ['GET /notes?score=eq.99999999999', '400 22003'],
    ['GET /notes?select=title::int', '400 22P02'],
    ['GET /notes?data->99999999999=is.null', '400 22003'],
    ['GET /notes?created_at=gt.yesterdayish', '400 22007'],
    ['GET /notes?words=fts(klingon).x', '400 42704'],
    ['GET /notes?words=fts.a%20b', '400 42601'],
    ['GET /notes?title=match.(', '400 2201B'],
    ['GET /notes?score=like.1', '404 42883'],
    ['GET /notes?score=fts.1', '404 42883'],
    ['GET /notes?title=is.true', '400 42804'],
    ['GET /notes?order=raw', '404 42883'],
    ['POST /notes', '400 22P02', { title: 'x', score: 'many' }],
    ['POST /notes', '400 22P05', '{"title":"a\\u0000b"}'],
    ['POST /notes', '400 22P02', '{"title":"\\ud800"}'],
    ['POST /notes', '400 23502', { owner: A.sub, title: null }],
    ['POST /notes', '400 23514', { owner: A.sub, title: 'forbidden' }],
    ['POST /notes', '400 428C9', { owner: A.sub, title: 'x', words: 'x' }],
    ['POST /notes', '403 42501', { owner: A.sub, title: 'x', secret: 'mine' }],
    ['POST /notes', '403 42501', { owner: null, title: 'x' }],
    ['PATCH /notes?id=eq.10', '403 42501', { owner: A.sub }],
    ['PATCH /notes?id=eq.10', '403 42501', { created_at: '2020-01-01' }],
    ['POST /movements', '409 23503', { id: 1, shop: 'nowhere', sku: 'x' }],
    [
      'POST /stock?on_conflict=quantity',
      '400 42P10',
      { shop: 's', sku: 'x' },
      { prefer: 'resolution=merge-duplicates' },
    ],
    [
      'POST /stock',
      '400 21000',
      [
        { shop: 's', sku: 'x', quantity: 1 },
        { shop: 's', sku: 'x', quantity: 2 },
      ],
      { prefer: 'resolution=merge-duplicates' },
    ],
    ['POST /rpc/add', '400 22P02', { a: 'one' }],
    ['POST /rpc/add', '400 22003', { a: 2147483647, b: 1 }],
    ['POST /rpc/no_row', '400 P0002', {}],
    ['POST /rpc/fail', '400 P0001', { state: 'P0001', words: 'no' }],
    ['POST /rpc/fail', '418 PT418', { state: 'PT418', words: 'teapot' }],
    ['POST /rpc/fail', '409 40001', { state: '40001', words: 'again' }],
    ['GET /rpc/write_note?title=x', '405 25006'],
    ['GET /nothing', '404 PGRST205'],
    ['GET /notes/1', '404 PGRST125'],
    ['GET /closed', '403 42501'],
  ]
  for (const [line, expected, body, headers] of cases) {
    test(`${line} ${body ? JSON.stringify(body).slice(0, 50) : ''} → ${expected}`, async () => {
      const { status, json } = await refusal(A, line, body, headers)
      assert.equal(`${status} ${json?.code ?? ''}`, expected, JSON.stringify(json))
      if (json) assert.deepEqual(Object.keys(json), ['code', 'message', 'details', 'hint'])
    })
  }

  test('a raised error keeps message, detail and hint', async () => {
    const { json } = await refusal(A, 'POST /rpc/fail', { state: 'P0001', words: 'Out of flour' })
    assert.deepEqual(json, { code: 'P0001', message: 'Out of flour', details: 'a detail', hint: 'a hint' })
  })

  test('a unique violation is 409', async () => {
    await refusal(A, 'POST /stock', { shop: 'u', sku: '1', code: 'U' })
    const { status, json } = await refusal(A, 'POST /stock', { shop: 'u', sku: '2', code: 'U' })
    assert.deepEqual([status, json.code], [409, '23505'])
  })

  test('a slow statement is stopped with 422 and 57014, after 3 s for a visitor', async () => {
    const start = Date.now()
    const { status, json } = await refusal(ANONYMOUS, 'POST /rpc/sleep', { seconds: 30 })
    assert.deepEqual([status, json.code], [422, '57014'])
    assert(Date.now() - start < 5000)
  })
})

describe('a column without permission to read it', () => {
  const requests = [
    'GET /notes?select=secret',
    'GET /notes?select=id,x:secret',
    'GET /notes?select=secret::text',
    'GET /notes?select=secret->a',
    'GET /notes?secret=eq.CANARY-secret',
    'GET /notes?secret=like.C*',
    'GET /notes?not.and=(id.eq.1,secret.is.null)',
    'GET /notes?or=(id.eq.1,or(secret.is.null))',
    'GET /notes?order=secret',
    'GET /notes?order=id,secret.desc.nullsfirst',
    'HEAD /notes?secret=like.C*',
    'GET /cards?select=secret&key=eq.pk_one',
    'GET /rpc/notes_above?low=1&select=secret',
    'GET /rpc/notes_above?low=1&secret=like.C*',
    'GET /rpc/one_note?wanted=1&select=*,secret',
  ]
  for (const request of requests) {
    test(`[A02] ${request} → 42501: 401 for a visitor, 403 for a creator, and no value`, async () => {
      for (const [as, status] of [
        [ANONYMOUS, 401],
        [A, 403],
      ] as const) {
        const answer = await refusal(as, request)
        assert.equal(answer.status, status)
        if (!request.startsWith('HEAD')) assert.equal(answer.json.code, '42501')
        assert.doesNotMatch(answer.text, /CANARY/)
      }
    })
  }

  test('[A02] writing does not reveal it either', async () => {
    const shown = { prefer: 'return=representation' }
    for (const line of [
      'POST /notes?select=secret',
      'POST /notes?on_conflict=secret',
      'PATCH /notes?secret=is.null',
    ]) {
      const { status, json } = await refusal(A, line, { title: 'x' }, shown)
      assert.deepEqual([status, json.code], [403, '42501'], line)
    }
    const { status, text } = await refusal(A, 'POST /notes', { owner: A.sub, title: 'mine' }, shown)
    assert.equal(status, 201)
    assert.doesNotMatch(text, /CANARY|secret/)
  })

  test('[A01] a plain select returns the columns of the role, never 42501', async () => {
    const visitor = await refusal(ANONYMOUS, 'GET /cards?key=eq.pk_one')
    assert.deepEqual(visitor.json, [{ id: 1, key: 'pk_one', name: 'One' }])
    const service = await refusal(SERVICE, 'GET /cards?key=eq.pk_one')
    assert.equal(service.json[0].secret, 'CANARY-one')
    const called = await refusal(ANONYMOUS, 'GET /rpc/one_note?wanted=1')
    assert.equal(called.json.title, 'First note')
    assert.doesNotMatch(called.text, /secret/)
  })
})

describe('a row that is visible only by its exact key', () => {
  const closed = [
    '/cards',
    '/cards?key=like.*',
    '/cards?key=like.pk_one',
    '/cards?key=not.is.null',
    '/cards?key=gt.a',
    '/cards?key=in.(pk_one,pk_two)',
    '/cards?key=eq(any).{pk_one}',
    '/cards?key=not.neq.pk_one',
    '/cards?or=(key.eq.pk_one,id.eq.1)',
    '/cards?and=(key.eq.pk_one)',
    '/cards?key=eq.pk_one&key=eq.pk_two',
    '/cards?key=match.pk_one',
    '/cards?id=eq.1',
    '/cards?key=eq.',
  ]
  for (const path of closed) {
    test(`[A03] GET ${path} → no row, and counts of every kind are 0`, async () => {
      for (const kind of ['exact', 'planned', 'estimated']) {
        const { status, json, headers } = await rest.ask(ANONYMOUS, 'GET', path, {
          headers: { prefer: `count=${kind}` },
        })
        assert.equal(status, 200)
        assert.deepEqual(json, [])
        assert.equal(headers.get('content-range'), '*/0')
      }
    })
  }

  test('[A20] counts include only visible rows, by GET and HEAD, exact, planned and estimated', async () => {
    for (const kind of ['exact', 'planned', 'estimated']) {
      for (const method of ['GET', 'HEAD']) {
        const range = async (as: Claims, path: string) =>
          (await rest.ask(as, method, path, { headers: { prefer: `count=${kind}` } })).headers.get(
            'content-range',
          )
        assert.equal(await range(ANONYMOUS, '/cards?key=eq.pk_one'), '0-0/1')
        assert.equal(await range(ANONYMOUS, '/notes?id=lt.100'), '0-2/3')
        assert.equal(await range(A, '/notes?id=lt.100'), '0-3/4')
        assert.equal(await range(SERVICE, '/notes?id=lt.100'), '0-4/5')
      }
    }
  })
})

describe('limits of one request', () => {
  test('[G08] an unfiltered PATCH or DELETE is rejected and changes nothing', async () => {
    const before = (await rest.ask(SERVICE, 'GET', '/notes?order=id')).text
    for (const [line, body] of [
      ['PATCH /notes', { title: 'all' }],
      ['DELETE /notes', undefined],
      ['DELETE /notes?limit=1&order=id', undefined],
    ] as const) {
      const { status, json } = await refusal(A, line, body)
      assert.deepEqual([status, json.code], [400, '21000'], line)
      assert.match(json.message, /^(UPDATE|DELETE) requires a WHERE clause$/)
    }
    assert.equal((await rest.ask(SERVICE, 'GET', '/notes?order=id')).text, before)
  })

  test('[G08] exceeding max-affected is rejected and changes nothing', async () => {
    await refusal(
      A,
      'POST /stock',
      ['a', 'b', 'c'].map((sku) => ({ shop: 'max', sku })),
    )
    const strict = (n: number) => ({ prefer: `handling=strict, max-affected=${n}` })
    const refused = await refusal(A, 'DELETE /stock?shop=eq.max', undefined, strict(2))
    assert.deepEqual(
      [refused.status, refused.json.code, refused.json.details],
      [400, 'PGRST124', 'The query affects 3 rows'],
    )
    const patched = await refusal(A, 'PATCH /stock?shop=eq.max', { quantity: 9 }, strict(1))
    assert.equal(patched.json.code, 'PGRST124')
    const left = await refusal(A, 'GET /stock?shop=eq.max&quantity=eq.1')
    assert.equal(left.json.length, 3)
    const done = await refusal(A, 'DELETE /stock?shop=eq.max', undefined, strict(3))
    assert.equal(done.status, 204)
    assert.equal(done.headers.get('preference-applied'), 'handling=strict, max-affected=3')
  })

  test('a single-object Accept that matches several rows changes none of them', async () => {
    const object = { accept: 'application/vnd.pgrst.object+json', prefer: 'return=representation' }
    await refusal(
      A,
      'POST /stock',
      ['a', 'b'].map((sku) => ({ shop: 'one', sku })),
    )
    for (const [method, body] of [
      ['PATCH', { quantity: 5 }],
      ['DELETE', undefined],
    ] as const) {
      const { status, json } = await refusal(A, `${method} /stock?shop=eq.one`, body, object)
      assert.deepEqual([status, json.code, json.details], [406, 'PGRST116', 'The result contains 2 rows'])
    }
    const called = await refusal(A, 'POST /rpc/write_two', { title: 'doubled' }, object)
    assert.equal(called.json.code, 'PGRST116')
    assert.equal((await refusal(A, 'GET /stock?shop=eq.one&quantity=eq.1')).json.length, 2)
    assert.equal((await refusal(A, 'GET /notes?title=eq.doubled')).json.length, 0)
  })

  test('[G09] GET and HEAD write nothing', async () => {
    for (const method of ['GET', 'HEAD']) {
      const { status } = await rest.ask(A, method, '/rpc/write_note?title=through-get')
      assert.equal(status, 405)
    }
    const { json } = await rest.ask(SERVICE, 'GET', '/notes?title=eq.through-get')
    assert.deepEqual(json, [])
  })

  test('[G05] one response contains at most 1,000 rows', async () => {
    for (const [query, headers] of [
      ['', {}],
      ['&limit=1000000000', {}],
      ['', { range: '0-1000000000' }],
    ] as const) {
      const { json } = await rest.ask(A, 'GET', `/rpc/numbers?count=1500${query}`, { headers })
      assert.equal(json.length, 1000)
    }
    const rows = Array.from({ length: 1200 }, (_, i) => ({ shop: 'many', sku: `${i}` }))
    assert.equal((await refusal(A, 'POST /stock', rows)).status, 201)
    const { json, headers, status } = await refusal(A, 'GET /stock?shop=eq.many', undefined, {
      prefer: 'count=exact',
    })
    assert.deepEqual([status, json.length, headers.get('content-range')], [206, 1000, '0-999/1200'])
    const removed = await refusal(A, 'DELETE /stock?shop=eq.many', undefined, {
      prefer: 'return=representation, count=exact',
    })
    assert.deepEqual([removed.json.length, removed.headers.get('content-range')], [1000, '*/1200'])
  })

  test('[G05] an embedded list contains at most 1,000 rows, at every level', async () => {
    await refusal(A, 'POST /stock', { shop: 'deep', sku: '1' })
    const moved = Array.from({ length: 1200 }, (_, i) => ({ id: 50_000 + i, shop: 'deep', sku: '1' }))
    assert.equal((await refusal(A, 'POST /movements', moved)).status, 201)
    for (const limit of ['', '&movements.limit=1000000000', '&movements.limit=1001']) {
      const { json } = await refusal(A, `GET /stock?shop=eq.deep&select=movements(id)${limit}`)
      assert.equal(json[0].movements.length, 1000)
    }
    for (const limit of ['', '&stock.movements.limit=1000000000']) {
      const { json } = await refusal(A, `GET /movements?id=eq.50000&select=stock(movements(id))${limit}`)
      assert.equal(json[0].stock.movements.length, 1000)
    }
  })

  test('[G16] a body over 1 MB is rejected before it is parsed, whether sent at once or in chunks', async () => {
    const huge = `{"title":"${'x'.repeat(1_000_000)}"}`
    assert.equal((await refusal(A, 'POST /notes', huge)).status, 413)
    const pieces = new ReadableStream({
      start(controller) {
        for (let i = 0; i < 50; i++) controller.enqueue(new Uint8Array(1_000_000).fill(32))
        controller.close()
      },
    })
    const start = Date.now()
    const init = { body: pieces, headers: JSON_TYPE, duplex: 'half' } as RequestInit
    assert.equal((await rest.ask(A, 'POST', '/notes', init)).status, 413)
    assert(Date.now() - start < 1000)
  })

  test('[G16] deep, ambiguous and polluting bodies are rejected within 100 ms', async () => {
    const deep = `{"title":"x","data":${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}}`
    for (const body of [
      deep,
      '{"title":"a","title":"b"}',
      '{"title":"a","__proto__":{"x":1}}',
      '{"constructor":{}}',
    ]) {
      const times: number[] = []
      for (let i = 0; i < 3; i++) {
        const start = performance.now()
        assert.equal((await refusal(A, 'POST /notes', body)).status, 400, body.slice(0, 40))
        times.push(performance.now() - start)
      }
      assert(Math.min(...times) < 100, `${times.join()} ms for ${body.slice(0, 40)}`)
    }
    assert.equal(({} as { x?: number }).x, undefined)
  })

  test('[G12] unknown and immutable columns are rejected on every table', async () => {
    const { rows } = await rest.owner.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
    )
    assert(rows.length > 5)
    for (const { name } of rows) {
      for (const [method, path] of [
        ['POST', `/${name}`],
        ['PATCH', `/${name}?nope=eq.1`],
        ['PATCH', `/${name}?id=eq.1`],
      ] as const) {
        const { status } = await refusal(A, `${method} ${path}`, { nope: 1 })
        assert.equal(status, 400, `${method} ${path}`)
      }
    }
    const fixed = await refusal(A, 'PATCH /notes?id=eq.10', { id: 4 })
    assert.deepEqual([fixed.status, fixed.json.code], [403, '42501'])
  })

  test('[G12] PATCH neither changes nor ignores a column that a creator may not change, on any table', async () => {
    const { rows } = await rest.owner.query<{ name: string; column: string; first: string }>(
      `select c.relname as name, a.attname as column,
         (select attname from pg_attribute r where r.attrelid = c.oid and r.attnum > 0 and not r.attisdropped
           order by has_column_privilege('authenticated', c.oid, r.attnum, 'SELECT') desc, attnum limit 1) as first
       from pg_class c join pg_attribute a on a.attrelid = c.oid
       where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
         and not has_column_privilege('authenticated', c.oid, a.attnum, 'UPDATE')`,
    )
    assert(rows.length > 100)
    for (const { name, column, first } of rows) {
      const line = `PATCH /${name}?${encodeURIComponent(first)}=not.is.null`
      const { status } = await refusal(A, line, { [column]: null })
      // 400 if it can never be written (an identity, a generated column), 403 if this role may not.
      assert(status === 403 || status === 400, `${name}.${column}: ${status}`)
    }
  })

  test('[G23] time literals and an invalid time zone do no harm', async () => {
    for (const word of ['now', 'today', 'infinity', '-infinity', 'epoch', 'tomorrow']) {
      assert.equal((await refusal(A, `GET /notes?created_at=lt.${word}&select=id`)).status, 200, word)
    }
    assert.equal((await refusal(A, 'GET /notes', undefined, { prefer: "timezone='; drop" })).status, 200)
    const strict = { prefer: 'handling=strict, timezone=Mars/Olympus' }
    assert.equal((await refusal(A, 'GET /notes', undefined, strict)).json.code, 'PGRST122')
  })
})

describe('functions', () => {
  const closed = [
    'pg_sleep',
    'set_config',
    'query_to_xml',
    'lo_import',
    'dblink',
    'pg_read_file',
    'current_setting',
    'hidden',
    'a_procedure',
    'has_access',
    'uuidv7',
    'protect',
    'uid',
    'app.uuidv7',
    'pg_catalog.pg_sleep',
    'touch_updated_at',
  ]
  test('[G03] only functions granted in schema public can be called', async () => {
    for (const name of closed) {
      for (const [method, body] of [
        ['POST', {}],
        ['GET', undefined],
      ] as const) {
        const { status, json, text } = await refusal(A, `${method} /rpc/${name}`, body)
        assert.deepEqual([status, json.code], [404, 'PGRST202'], name)
        assert.doesNotMatch(text, /CANARY/)
      }
    }
  })

  test('[G02] no profile selects another schema', async () => {
    for (const schema of [
      'auth',
      'storage',
      'private',
      'pg_catalog',
      'information_schema',
      'app',
      'pgboss',
    ]) {
      const read = await refusal(SERVICE, 'GET /notes', undefined, { 'accept-profile': schema })
      assert.deepEqual([read.status, read.json.code], [406, 'PGRST106'])
      const written = await refusal(SERVICE, 'POST /notes', { title: 'x' }, { 'content-profile': schema })
      assert.deepEqual([written.status, written.json.code], [406, 'PGRST106'])
      for (const path of [`/${schema}.users`, `/"${schema}"."users"`]) {
        assert.equal((await refusal(SERVICE, `GET ${path}`)).json.code, 'PGRST205')
      }
    }
  })
})

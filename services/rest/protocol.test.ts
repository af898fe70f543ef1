import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ANONYMOUS, SERVICE } from '#kernel/db/claims.ts'
import type { Claims } from '#kernel/db/claims.ts'
import { actAs } from '#testing/act-as.ts'
import { restApp } from '#testing/rest-app.ts'

/**
 * Parts of the protocol that supabase-js does not use; supabase-js.test.ts covers everything that it does.
 */
const A = actAs.creator('00000000-0000-4000-8000-00000000000a')
const rest = await restApp()

function call(as: Claims, line: string, body?: unknown, headers: Record<string, string> = {}) {
  const [method = '', path = ''] = line.split(/ (.*)/s)
  const json = body === undefined || typeof body === 'string' ? body : JSON.stringify(body)
  const type: Record<string, string> = json === undefined ? {} : { 'content-type': 'application/json' }
  return rest.ask(as, method, path, { body: json, headers: { ...type, ...headers } })
}

describe('reads', () => {
  test('a Range header selects a page, and the response says where it starts', async () => {
    const page = await call(ANONYMOUS, 'GET /notes?select=id&order=id', undefined, {
      range: '1-2',
      prefer: 'count=exact',
    })
    assert.deepEqual([page.status, page.json], [206, [{ id: 2 }, { id: 3 }]])
    assert.equal(page.headers.get('content-range'), '1-2/3')
    const all = await call(ANONYMOUS, 'GET /notes?select=id&order=id')
    assert.deepEqual([all.status, all.headers.get('content-range')], [200, '0-2/*'])
    const none = await call(ANONYMOUS, 'GET /notes?select=id&id=eq.0')
    assert.deepEqual([none.status, none.text, none.headers.get('content-range')], [200, '[]', '*/*'])
    const past = await call(ANONYMOUS, 'GET /notes?offset=4', undefined, { prefer: 'count=exact' })
    assert.deepEqual(
      [past.status, past.json.details, past.headers.get('content-range')],
      [416, 'An offset of 4 was requested, but there are only 3 rows.', '*/3'],
    )
    assert.equal(
      (await call(ANONYMOUS, 'GET /notes?offset=3', undefined, { prefer: 'count=exact' })).status,
      206,
    )
    assert.equal(
      (await call(ANONYMOUS, 'GET /notes?limit=0', undefined, { prefer: 'count=exact' })).text,
      '[]',
    )
  })

  test('HEAD has the headers of GET and no body', async () => {
    const { status, text, headers } = await call(ANONYMOUS, 'HEAD /notes?limit=2', undefined, {
      prefer: 'count=exact',
    })
    assert.deepEqual([status, text, headers.get('content-range')], [206, '', '0-1/3'])
    assert.equal((await call(ANONYMOUS, 'HEAD /nothing')).status, 404)
  })

  test('JSON is PostgreSQL’s own: exact numbers, ISO times, the table’s column order', async () => {
    const { text } = await call(ANONYMOUS, 'GET /notes?id=eq.1&select=id,price,created_at,done,mood')
    assert.equal(
      text,
      '[{"id":1,"price":1.50,"created_at":"2026-01-02T03:04:05+00:00","done":true,"mood":"calm"}]',
    )
  })

  test('a view is read with the caller’s permissions', async () => {
    assert.equal((await call(ANONYMOUS, 'GET /titles')).json.length, 3)
    assert.equal((await call(A, 'GET /titles?id=lt.100')).json.length, 4)
  })

  test('OPTIONS lists the allowed methods', async () => {
    assert.equal(
      (await call(A, 'OPTIONS /notes')).headers.get('allow'),
      'OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE',
    )
    assert.equal((await call(A, 'OPTIONS /rpc/add')).headers.get('allow'), 'OPTIONS,GET,HEAD,POST')
    assert.equal((await call(A, 'OPTIONS /rpc/write_note')).headers.get('allow'), 'OPTIONS,POST')
    assert.equal((await call(A, 'OPTIONS /rpc/hidden')).status, 404)
  })

  test('a call as CSV', async () => {
    const { text } = await call(ANONYMOUS, 'GET /rpc/pairs?count=2', undefined, { accept: 'text/csv' })
    assert.equal(text, 'n,square\n1,1\n2,4')
    const value = await call(ANONYMOUS, 'GET /rpc/add?a=1', undefined, { accept: 'text/csv' })
    assert.equal(value.text, 'add\n2')
  })
})

describe('writes', () => {
  test('return=headers-only returns the location of the new row', async () => {
    const { status, text, headers } = await call(
      A,
      'POST /stock',
      { shop: 'ä b', sku: '1' },
      { prefer: 'return=headers-only' },
    )
    assert.deepEqual([status, text], [201, ''])
    assert.equal(headers.get('location'), '/stock?shop=eq.%C3%A4%20b&sku=eq.1')
    assert.equal((await call(A, `GET ${headers.get('location')}`)).json.length, 1)
  })

  test('Preference-Applied lists only preferences that had an effect', async () => {
    const prefer = 'return=representation, resolution=merge-duplicates, missing=default, count=exact, odd=1'
    const { headers } = await call(A, 'POST /stock', { shop: 'pa', sku: '1', quantity: 2 }, { prefer })
    assert.equal(
      headers.get('preference-applied'),
      'resolution=merge-duplicates, missing=default, return=representation, count=exact',
    )
    assert.equal(headers.get('content-range'), '*/1')
    const read = await call(A, 'GET /stock', undefined, { prefer })
    assert.equal(read.headers.get('preference-applied'), 'count=exact')
  })

  test('tx=rollback responds as if committed and rolls back; a violated deferred constraint is still reported', async () => {
    const prefer = 'tx=rollback, return=representation'
    const { status, json } = await call(A, 'POST /stock', { shop: 'rb', sku: '1' }, { prefer })
    assert.deepEqual([status, json.length], [201, 1])
    assert.deepEqual((await call(A, 'GET /stock?shop=eq.rb')).json, [])
    assert.equal((await call(A, 'POST /movements', { id: 1, shop: 'rb', sku: '1' }, { prefer })).status, 409)
  })

  test('a form is an object of strings', async () => {
    const type = { 'content-type': 'application/x-www-form-urlencoded', prefer: 'return=representation' }
    const { json } = await call(A, 'POST /stock?select=quantity', 'shop=form&sku=a+b&quantity=7', type)
    assert.deepEqual(json, [{ quantity: 7 }])
    assert.equal((await call(A, 'POST /rpc/add', 'a=2&b=3', type)).json, 5)
  })

  test('CSV is a list of rows: quotes, both kinds of line breaks, NULL and empty text', async () => {
    const csv = 'shop,sku,code\r\ncsv,"a ""b"", c\nd",NULL\r\ncsv,2,\n'
    const type = { 'content-type': 'text/csv', prefer: 'return=representation' }
    const { status, json } = await call(A, 'POST /stock?select=sku,code,quantity', csv, type)
    assert.equal(status, 201)
    assert.deepEqual(json, [
      { sku: 'a "b", c\nd', code: null, quantity: 1 },
      { sku: '2', code: '', quantity: 1 },
    ])
    const both = await call(A, 'POST /stock', csv, { ...type, accept: 'text/csv', prefer: 'tx=rollback' })
    assert.equal(both.json.code, '23505')
    for (const bad of ['shop,shop\na,b', 'shop,sku\na', 'shop\n"a', 'shop\n"a"b', 'shop,sku\na,b,c']) {
      assert.equal((await call(A, 'POST /stock', bad, type)).json.code, 'PGRST102', bad)
    }
    assert.equal((await call(A, 'POST /stock', 'shop,nope\na,b', type)).json.code, 'PGRST204')
    assert.equal((await call(A, 'POST /stock', 'shop,sku', type)).status, 201)
  })

  test('accepts an empty list, and rows with only defaults', async () => {
    assert.equal((await call(A, 'POST /stock', [])).status, 201)
    assert.equal((await call(SERVICE, 'POST /closed', [{ id: 1 }, { id: 2 }])).status, 201)
    assert.equal((await call(A, 'POST /stock', {})).json.code, '23502')
  })

  test('defaults of missing keys are computed per row: an identity, an enum, an array', async () => {
    const rows = [{ title: 'd1' }, { title: 'd2', mood: 'glad', id: 900 }]
    const prefer = 'missing=default, return=representation'
    const columns = 'columns=id,title,mood,tags,data&select=id,mood,tags,data'
    const { json } = await call(SERVICE, `POST /notes?${columns}`, rows, { prefer })
    assert.equal(json[0].id >= 100, true)
    assert.deepEqual(json[0], { ...json[0], mood: 'calm', tags: [], data: {} })
    assert.deepEqual(json[1], { id: 900, mood: 'glad', tags: [], data: {} })
  })

  test('values keep their form: json as sent, exact numbers, arrays, ranges', async () => {
    const body = `{"owner":"${String(A.sub)}","title":"v","raw":{"b":1,  "a":1.10},"price":0.1,"tags":["x,\\"y"],"span":"[3,7)"}`
    const { text } = await call(A, 'POST /notes?select=raw,price,tags,span', body, {
      prefer: 'return=representation',
    })
    assert.equal(text, `[{"raw":{"b":1,  "a":1.10},"price":0.10,"tags":["x,\\"y"],"span":"[3,7)"}]`)
  })

  test('PUT inserts or replaces the one row identified by its key', async () => {
    const card = (id: number, name: string) => ({ id, key: `k${id}`, name, secret: 's' })
    assert.equal((await call(SERVICE, 'PUT /cards?id=eq.70', card(70, 'New'))).status, 204)
    const again = await call(SERVICE, 'PUT /cards?id=eq.70&select=name', card(70, 'Again'), {
      prefer: 'return=representation',
    })
    assert.deepEqual([again.status, again.json], [200, [{ name: 'Again' }]])
    const fresh = await call(SERVICE, 'PUT /cards?id=eq.71', card(71, 'Fresh'), {
      prefer: 'return=representation',
    })
    assert.equal(fresh.status, 201)
    const other = await call(SERVICE, 'PUT /cards?id=eq.72', card(73, 'Other'))
    assert.deepEqual([other.status, other.json.code], [400, 'PGRST115'])
    assert.deepEqual((await call(SERVICE, 'GET /cards?id=gte.72')).json, [])
  })

  test('the service may write without a filter', async () => {
    assert.equal((await call(SERVICE, 'DELETE /closed')).status, 204)
    assert.deepEqual((await call(SERVICE, 'GET /closed')).json, [])
  })
})

describe('calls', () => {
  test('functions can read request.eq, method and path, and nothing from earlier requests', async () => {
    const { json } = await call(A, 'POST /rpc/seen')
    assert.deepEqual([json.eq, json.method, json.path], [{}, 'POST', '/rpc/seen'])
    await call(ANONYMOUS, 'GET /cards?key=eq.pk_one')
    assert.deepEqual((await call(ANONYMOUS, 'GET /rpc/seen')).json.eq, {})
  })

  test('rejects a wrong overload, a scalar with columns, and max-affected on a scalar', async () => {
    assert.deepEqual((await call(A, 'POST /rpc/twice', { a: 1 })).status, 300)
    assert.equal((await call(A, 'GET /rpc/add?a=1&select=a')).json.code, '42703')
    const strict = { prefer: 'handling=strict, max-affected=1' }
    assert.equal((await call(A, 'POST /rpc/add', { a: 1 }, strict)).json.code, 'PGRST128')
    assert.equal((await call(A, 'POST /rpc/numbers', { count: 3 }, strict)).json.code, 'PGRST124')
  })

  test('return=minimal returns no body and still counts', async () => {
    const { status, text, headers } = await call(
      A,
      'POST /rpc/numbers',
      { count: 3 },
      { prefer: 'return=minimal, count=exact' },
    )
    assert.deepEqual([status, text, headers.get('content-range')], [204, '', '0-2/3'])
  })

  test('a writing function runs only once, even if its result is counted', async () => {
    const { json } = await call(
      A,
      'POST /rpc/write_two?limit=1',
      { title: 'once' },
      { prefer: 'count=exact' },
    )
    assert.equal(json.length, 1)
    assert.equal((await call(A, 'GET /notes?title=eq.once')).json.length, 2)
  })
})

test('parallel requests of different principals keep separate claims and settings', async () => {
  const sees: [Claims, number][] = [
    [ANONYMOUS, 3],
    [A, 4],
    [SERVICE, 5],
  ]
  // More at once than there are connections, but not so many that one waits 5 s for its turn on a busy machine.
  const lanes = Array.from({ length: 30 }, async (_, lane) => {
    for (let i = lane; i < 300; i += 31) {
      const [as, rows] = sees[i % 3]!
      const { json } = await call(as, 'GET /notes?select=id&id=lt.12')
      assert.equal(json.length, rows)
      const key = i % 2 === 0 ? 'pk_one' : 'pk_two'
      const card = await call(ANONYMOUS, `GET /cards?key=eq.${key}`)
      assert.equal(card.json[0].key, key)
    }
  })
  await Promise.all(lanes)
})

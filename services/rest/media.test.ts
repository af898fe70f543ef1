import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ANONYMOUS, SERVICE } from '#kernel/db/claims.ts'
import type { Claims } from '#kernel/db/claims.ts'
import { actAs } from '#testing/act-as.ts'
import { restApp } from '#testing/rest-app.ts'

const A = actAs.creator('00000000-0000-4000-8000-00000000000a')
const rest = await restApp()
const open = await restApp({ queryPlans: true })
await rest.owner.query(`
  create domain public."text/plain" as text;
  create domain public."text/xml" as xml;
  create domain public."image/png" as bytea;
  create domain public."*/*" as bytea;
  create function public.words() returns "text/plain" language sql stable return 'a "b"' || chr(10) || 'ä';
  create function public.document() returns "text/xml" language sql stable return '<a/>'::xml;
  create function public.picture(size integer default 4) returns "image/png" language sql stable
    return decode(repeat('00ff0a5c', size), 'hex');
  create function public.no_picture() returns "image/png" language sql stable return null::bytea;
  create function public.anything() returns "*/*" language sql stable return '\\x0102'::bytea;
  grant execute on all functions in schema public to anon, authenticated, end_user, service_role`)

const get = (path: string, accept: string, as: Claims = ANONYMOUS, app = rest) =>
  app.ask(as, 'GET', path, { headers: { accept } })
const JSON_TYPE = 'application/json; charset=utf-8'

describe('the Accept header decides the response format', () => {
  const sent: [accept: string, type: string][] = [
    ['*/*', JSON_TYPE],
    ['application/json', JSON_TYPE],
    ['application/*', JSON_TYPE],
    ['application/json; charset=utf-8', JSON_TYPE],
    ['text/csv', 'text/csv; charset=utf-8'],
    ['application/json, text/csv', JSON_TYPE],
    ['application/json;q=0.5, text/csv', 'text/csv; charset=utf-8'],
    ['text/csv;q=0, application/json;q=0.1', JSON_TYPE],
    ['image/png, text/html;q=0.9, */*;q=0.8', JSON_TYPE],
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', JSON_TYPE],
    ['application/vnd.pgrst.array+json', JSON_TYPE],
    [
      'application/vnd.pgrst.array+json;nulls=stripped',
      'application/vnd.pgrst.array+json;nulls=stripped; charset=utf-8',
    ],
    ['application/vnd.pgrst.object+json', 'application/vnd.pgrst.object+json; charset=utf-8'],
    ['APPLICATION/vnd.PGRST.object+JSON', 'application/vnd.pgrst.object+json; charset=utf-8'],
    [
      'application/vnd.pgrst.object+json;nulls=stripped',
      'application/vnd.pgrst.object+json;nulls=stripped; charset=utf-8',
    ],
  ]
  for (const [accept, type] of sent) {
    test(`${accept} → ${type}`, async () => {
      const { status, headers } = await get('/notes?id=eq.1', accept)
      assert.deepEqual([status, headers.get('content-type')], [200, type])
    })
  }

  test('nulls are also stripped from a single object', async () => {
    const { text } = await get(
      '/notes?id=eq.3&select=id,price,data',
      'application/vnd.pgrst.object+json;nulls=stripped',
    )
    assert.equal(text, '{"id":3,"data":{}}')
  })

  const refused = [
    'application/geo+json',
    'text/xml',
    'text/html',
    'image/*',
    'application/octet-stream',
    'text/plain',
    'application/openapi+json',
    'application/json;q=0',
    'nonsense',
    ';;',
  ]
  for (const accept of refused) {
    test(`${accept} → 406 PGRST107`, async () => {
      const { status, json } = await get('/notes', accept)
      assert.deepEqual([status, json.code], [406, 'PGRST107'])
    })
  }

  test('PGRST107 lists the requested types, but limits their number', async () => {
    const { json } = await get('/notes', 'image/png, text/html')
    assert.equal(json.message, 'None of these media types are available: image/png, text/html')
    const many = Array.from({ length: 3000 }, (_, i) => `a/b${i}`).join()
    assert((await get('/notes', many)).text.length < 3000)
  })
})

describe('a function that returns a media type domain', () => {
  const bytes = async (path: string, accept: string) => {
    const response = await rest.app.request(`http://localhost/rest/v1${path}`, { headers: { accept } })
    return [response.headers.get('content-type'), Buffer.from(await response.arrayBuffer()).toString('hex')]
  }
  test('returns the value unchanged', async () => {
    const plain = await get('/rpc/words', 'text/plain')
    assert.deepEqual(
      [plain.status, plain.text, plain.headers.get('content-type')],
      [200, 'a "b"\nä', 'text/plain; charset=utf-8'],
    )
    const xml = await get('/rpc/document', 'text/xml')
    assert.deepEqual([xml.text, xml.headers.get('content-type')], ['<a/>', 'text/xml; charset=utf-8'])
    const picture = ['image/png', '00ff0a5c00ff0a5c00ff0a5c00ff0a5c']
    assert.deepEqual(await bytes('/rpc/picture', 'image/png'), picture)
    assert.deepEqual(await bytes('/rpc/picture', 'image/avif,image/*,*/*;q=0.8'), picture)
    assert.deepEqual(await bytes('/rpc/picture?size=1', 'image/png;q=0.3, text/html'), [
      'image/png',
      '00ff0a5c',
    ])
    assert.deepEqual(await bytes('/rpc/no_picture', 'image/png'), ['image/png', ''])
    assert.deepEqual(await bytes('/rpc/anything', 'font/woff'), ['font/woff', '0102'])
    assert.deepEqual(await bytes('/rpc/anything', '*/*'), ['application/octet-stream', '0102'])
  })

  test('returns JSON to clients that accept JSON or send no preference, and rejects other types', async () => {
    assert.equal((await get('/rpc/words', '*/*')).json, 'a "b"\nä')
    assert.equal((await get('/rpc/words', 'application/json')).json, 'a "b"\nä')
    assert.equal((await get('/rpc/picture', 'text/plain')).json.code, 'PGRST107')
    assert.equal((await get('/rpc/shout?words=a', 'text/plain')).json.code, 'PGRST107')
    assert.equal((await get('/rpc/shout?words=a', 'application/octet-stream')).json.code, 'PGRST107')
    assert.equal((await get('/rpc/pairs?count=1', 'text/xml')).json.code, 'PGRST107')
  })

  test('HEAD has the same type and no body', async () => {
    const { status, text, headers } = await rest.ask(ANONYMOUS, 'HEAD', '/rpc/picture', {
      headers: { accept: 'image/png' },
    })
    assert.deepEqual([status, text, headers.get('content-type')], [200, '', 'image/png'])
  })
})

describe('query plans', () => {
  const PLAN = 'application/vnd.pgrst.plan'
  const forms = [
    PLAN,
    `${PLAN}+json`,
    `${PLAN}+text; for="application/json"; options=analyze|verbose|settings|buffers|wal`,
    `${PLAN}+json;for="text/csv"`,
  ]

  test('[G04] are 406 unless the operator enabled them, and then for everyone without the service key', async () => {
    for (const accept of forms) {
      for (const as of [ANONYMOUS, A, actAs.endUser(crypto.randomUUID()), SERVICE]) {
        for (const [method, path] of [
          ['GET', '/notes'],
          ['HEAD', '/notes'],
          ['POST', '/notes'],
          ['PATCH', '/notes?id=eq.1'],
          ['DELETE', '/notes?id=eq.1'],
          ['GET', '/rpc/add?a=1'],
          ['GET', '/nothing'],
        ] as const) {
          const init = {
            headers: { accept, 'content-type': 'application/json' },
            ...(/POST|PATCH/.test(method) && { body: '{}' }),
          }
          const { status, text } = await rest.ask(as, method, path, init)
          assert.equal(status, 406, `${as.role} ${method} ${accept}`)
          assert.doesNotMatch(text, /Seq Scan|cost|Plan Rows/)
          if (as !== SERVICE) assert.equal((await open.ask(as, method, path, init)).status, 406)
        }
      }
    }
  })

  test('show the operator how a request is executed', async () => {
    const plain = await get('/notes?id=eq.1', forms[0]!, SERVICE, open)
    assert.deepEqual(
      [plain.status, plain.headers.get('content-type')],
      [200, `${PLAN}+text; for="application/json"; charset=utf-8`],
    )
    assert.match(plain.text, /^Aggregate .*cost=/)
    const asJson = await get('/notes?id=eq.1', forms[1]!, SERVICE, open)
    assert.equal(asJson.json[0].Plan['Node Type'], 'Aggregate')
    const full = await get('/notes?title=like.*e*&order=id', forms[2]!, SERVICE, open)
    assert.match(full.text, /actual (time|rows).*\n[^]*Output: [^]*Execution Time/)
    assert.match(full.headers.get('content-type')!, /options=analyze\|verbose\|settings\|buffers\|wal/)
    assert.match((await get('/rpc/pairs?count=3', forms[0]!, SERVICE, open)).text, /Aggregate/)
  })

  test('a plan of a write without analyze writes nothing', async () => {
    const init = { body: '{"id":77}', headers: { accept: PLAN, 'content-type': 'application/json' } }
    const { text } = await open.ask(SERVICE, 'POST', '/closed', init)
    assert.match(text, /Insert on closed/)
    assert.deepEqual((await open.ask(SERVICE, 'GET', '/closed?id=eq.77')).json, [])
  })
})

describe('the time zone of a response', () => {
  const time = async (prefer: string) => {
    const { status, json, headers } = await rest.ask(ANONYMOUS, 'GET', '/notes?id=eq.1&select=created_at', {
      headers: { prefer },
    })
    return [status, json[0]?.created_at ?? json.code, headers.get('preference-applied')]
  }
  test('is the preferred one, by name, and only for this response', async () => {
    const utc = '2026-01-02T03:04:05+00:00'
    assert.deepEqual(await time('timezone=America/New_York'), [
      200,
      '2026-01-01T22:04:05-05:00',
      'timezone=America/New_York',
    ])
    assert.deepEqual(await time('timezone=asia/kolkata, handling=strict'), [
      200,
      '2026-01-02T08:34:05+05:30',
      'handling=strict, timezone=asia/kolkata',
    ])
    for (let i = 0; i < 12; i++) assert.deepEqual(await time('count=none'), [200, utc, null])
  })

  test('[G23] an invalid time zone is ignored, or rejected with strict handling', async () => {
    const garbage = [
      'Mars/Olympus',
      `'; select pg_sleep(5); --`,
      'UTC+99:99:99',
      '2026-01-01',
      '-1e400',
      '../../../etc/passwd',
      'x'.repeat(5000),
      'INTERVAL',
      'infinity',
    ]
    for (const zone of garbage) {
      assert.deepEqual(await time(`timezone=${zone}`), [200, '2026-01-02T03:04:05+00:00', null], zone)
      assert.deepEqual((await time(`timezone=${zone}, handling=strict`)).slice(0, 2), [400, 'PGRST122'], zone)
    }
  })

  test('[G23] now, today and infinity are valid times, and invalid times are 4xx', async () => {
    const at = (value: string) => rest.ask(ANONYMOUS, 'GET', `/notes?select=id&created_at=${value}`)
    for (const value of ['lt.now', 'lt.today', 'lt.infinity', 'gt.-infinity', 'gt.epoch', 'lt.tomorrow'])
      assert.equal((await at(value)).json.length, 3, value)
    for (const value of ['gt.now', 'gt.infinity']) assert.deepEqual((await at(value)).json, [], value)
    for (const value of [
      'lt.someday',
      'lt.294277-01-01',
      'lt.2026-02-30',
      'lt.99999999999999',
      'lt.allballs',
    ])
      assert(/^4\d\d$/.test(String((await at(value)).status)), value)
    const written = await rest.ask(SERVICE, 'POST', '/notes?select=created_at', {
      body: '{"title":"t","created_at":"infinity"}',
      headers: { 'content-type': 'application/json', prefer: 'return=representation, tx=rollback' },
    })
    assert.deepEqual(written.json, [{ created_at: 'infinity' }])
  })
})

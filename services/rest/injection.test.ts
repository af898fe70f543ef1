import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ANONYMOUS, SERVICE } from '#kernel/db/claims.ts'
import type { Claims } from '#kernel/db/claims.ts'
import { actAs } from '#testing/act-as.ts'
import { INJECTION_CORPUS } from '#testing/injection-corpus.ts'
import { restApp } from '#testing/rest-app.ts'

const A = actAs.creator('00000000-0000-4000-8000-00000000000a')
const rest = await restApp()

/** Every position of a request that accepts text, with the text in it. */
const PLACES: Record<string, (text: string) => [method: string, path: string, init?: RequestInit]> = {
  path: (text) => ['GET', `/${text}`],
  function: (text) => ['POST', `/rpc/${text}`, { body: '{}' }],
  select: (text) => ['GET', `/notes?select=${text}`],
  alias: (text) => ['GET', `/notes?select="${text}":id`],
  'bare alias': (text) => ['GET', `/notes?select=${text}:id`],
  cast: (text) => ['GET', `/notes?select=id::${text}`],
  'JSON key': (text) => ['GET', `/notes?select=data->>${text}`],
  'quoted JSON key': (text) => ['GET', `/notes?select=data->>"${text}"`],
  'filter name': (text) => ['GET', `/notes?${text}=eq.1`],
  operator: (text) => ['GET', `/notes?id=${text}.1`],
  value: (text) => ['GET', `/notes?title=eq.${text}`],
  'number value': (text) => ['GET', `/notes?id=eq.${text}`],
  'like value': (text) => ['GET', `/notes?title=ilike.${text}`],
  'in value': (text) => ['GET', `/notes?title=in.(${text})`],
  'quoted in value': (text) => ['GET', `/notes?title=in.("${text}")`],
  'array value': (text) => ['GET', `/notes?tags=cs.{${text}}`],
  'is value': (text) => ['GET', `/notes?done=is.${text}`],
  'search language': (text) => ['GET', `/notes?words=fts(${text}).a`],
  'search words': (text) => ['GET', `/notes?words=wfts.${text}`],
  'or tree': (text) => ['GET', `/notes?or=(${text})`],
  'or value': (text) => ['GET', `/notes?or=(title.eq.${text},id.eq.1)`],
  order: (text) => ['GET', `/notes?order=${text}`],
  direction: (text) => ['GET', `/notes?order=id.${text}`],
  limit: (text) => ['GET', `/notes?limit=${text}`],
  offset: (text) => ['GET', `/notes?offset=${text}`],
  relation: (text) => ['GET', `/notes?select=id,${text}(id)`],
  hint: (text) => ['GET', `/stock?select=movements!${text}(id)`],
  'inside a relation': (text) => ['GET', `/stock?select=movements(${text})`],
  'filter of a relation': (text) => ['GET', `/stock?select=movements(id)&movements.${text}=eq.1`],
  'order of a relation': (text) => ['GET', `/stock?select=movements(id)&movements.order=${text}`],
  'tree of a relation': (text) => ['GET', `/stock?select=movements(id)&movements.or=(${text})`],
  'order by a relation': (text) => ['GET', `/movements?select=stock(shop)&order=stock(${text})`],
  'JSON key of a filter': (text) => ['GET', `/notes?data->>${text}=eq.1`],
  'JSON key of an order': (text) => ['GET', `/notes?order=data->>${text}`],
  'any value': (text) => ['GET', `/notes?title=like(any).{${text}}`],
  'range value': (text) => ['GET', `/notes?span=ov.${text}`],
  'match value': (text) => ['GET', `/notes?title=imatch.${text}`],
  columns: (text) => ['POST', `/notes?columns=${text}`, { body: '[{"title":"x"}]' }],
  on_conflict: (text) => [
    'POST',
    `/stock?on_conflict=${text}`,
    { body: '{"shop":"i","sku":"i"}', headers: { prefer: 'resolution=merge-duplicates, tx=rollback' } },
  ],
  'rpc argument': (text) => ['GET', `/rpc/shout?words=${text}`],
  'rpc argument name': (text) => ['GET', `/rpc/shout?${text}=x`],
  'body key': (text) => ['POST', '/notes', { body: JSON.stringify({ [decodeURIComponent(text)]: 1 }) }],
  'body value': (text) => [
    'POST',
    '/notes',
    {
      body: JSON.stringify({ owner: A.sub, title: decodeURIComponent(text) }),
      headers: { prefer: 'tx=rollback, return=representation' },
    },
  ],
  'rpc body': (text) => ['POST', '/rpc/shout', { body: JSON.stringify({ words: decodeURIComponent(text) }) }],
  'rpc text': (text) => [
    'POST',
    '/rpc/shout',
    { body: decodeURIComponent(text), headers: { 'content-type': 'text/plain' } },
  ],
  'form name': (text) => [
    'POST',
    '/stock',
    { body: `${text}=1`, headers: { 'content-type': 'application/x-www-form-urlencoded' } },
  ],
  'CSV header': (text) => [
    'POST',
    '/stock',
    {
      body: `${decodeURIComponent(text)}\n1`,
      headers: { 'content-type': 'text/csv', prefer: 'tx=rollback' },
    },
  ],
  'Prefer timezone': (text) => [
    'GET',
    '/notes?select=id',
    { headers: { prefer: `timezone=${header(text)}` } },
  ],
  Range: (text) => ['GET', '/notes', { headers: { range: header(text) } }],
  Prefer: (text) => ['GET', '/notes', { headers: { prefer: header(text) } }],
  'Prefer count': (text) => ['GET', '/notes', { headers: { prefer: `count=${header(text)}` } }],
  Accept: (text) => ['GET', '/notes', { headers: { accept: header(text) } }],
  'Accept-Profile': (text) => ['GET', '/notes', { headers: { 'accept-profile': header(text) } }],
  'Content-Profile': (text) => [
    'POST',
    '/notes',
    { body: '{}', headers: { 'content-profile': header(text) } },
  ],
  'Content-Type': (text) => ['POST', '/notes', { body: '{}', headers: { 'content-type': header(text) } }],
  'User-Agent': (text) => ['GET', '/rpc/seen', { headers: { 'user-agent': header(text) } }],
}

/** Header values cannot contain line breaks or characters beyond Latin-1. */
function header(text: string): string {
  // oxlint-disable-next-line no-control-regex -- matches exactly those
  return decodeURIComponent(text)
    .replace(/[^\x20-\x7e]/g, '?')
    .trim()
}

async function everything(): Promise<string> {
  const { rows } = await rest.owner.query<{ state: string }>(
    `select (select json_agg(n order by id) from notes n)::text || (select json_agg(s) from stock s)::text
      || (select count(*) from pg_class)::text || (select count(*) from pg_proc)::text as state`,
  )
  return rows[0]!.state
}

test('the corpus contains at least 500 texts without duplicates', () => {
  assert(INJECTION_CORPUS.length >= 500)
  assert.equal(new Set(INJECTION_CORPUS).size, INJECTION_CORPUS.length)
})

/** Concurrent requests; each uses a connection of the pool. */
const CONCURRENCY = 8

async function inject(place: string, text: string, as: Claims): Promise<void> {
  const [method, path, init = {}] = PLACES[place]!(encodeURIComponent(text))
  const headers = new Headers(init.headers)
  if (init.body !== undefined && !headers.has('content-type')) headers.set('content-type', 'application/json')
  const answer = await rest.ask(as, method, path, { ...init, headers })
  const what = `${place}: ${JSON.stringify(text.slice(0, 60))} → ${answer.status} ${answer.text.slice(0, 200)}`
  assert(answer.status < 500, what)
  assert.doesNotMatch(answer.text, /CANARY/, what)
  // The database would have stopped anything that sleeps or counts to a billion.
  assert.notEqual(answer.json?.code, '57014', what)
  // A path of dots is resolved before it reaches the service and leads out of it.
  if (answer.status >= 400 && !/^\.+$/.test(text)) {
    assert.deepEqual(Object.keys(answer.json), ['code', 'message', 'details', 'hint'], what)
  }
}

describe('[G01] hostile text causes no 5xx, has no effect, reveals no foreign value and takes no time', async () => {
  await rest.ask(A, 'POST', '/stock', {
    body: '{"shop":"kept","sku":"1"}',
    headers: { 'content-type': 'application/json' },
  })
  const before = await everything()

  for (const place of Object.keys(PLACES)) {
    test(`[G01] ${INJECTION_CORPUS.length} texts as ${place}`, async () => {
      const left = INJECTION_CORPUS.map((text, i): [string, Claims] => [text, i % 2 === 0 ? ANONYMOUS : A])
      const line = async () => {
        for (let next = left.pop(); next; next = left.pop()) await inject(place, ...next)
      }
      await Promise.all(Array.from({ length: CONCURRENCY }, line))
      assert.equal(await everything(), before)
    })
  }

  test('[G01] the service still responds afterwards', async () => {
    assert.equal((await rest.ask(SERVICE, 'GET', '/notes?select=id&limit=1')).status, 200)
  })
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ANONYMOUS, SERVICE } from '#kernel/db/claims.ts'
import { actAs } from '#testing/act-as.ts'
import { restApp } from '#testing/rest-app.ts'

const A = actAs.creator('00000000-0000-4000-8000-00000000000a')
const rest = await restApp()

/** What would sleep, write, leave the statement, or break its quoting, if any of it reached SQL as text. */
const HOSTILE = [
  `'`,
  `"`,
  `\\`,
  `''`,
  `""`,
  `\\'`,
  `\\"`,
  `$$`,
  `$1`,
  `$99`,
  `--`,
  `/*`,
  `*/`,
  `;`,
  `\n`,
  `\t;`,
  `'; drop table notes; --`,
  `"; drop table notes; --`,
  `'); drop table notes; --`,
  `"); drop table notes; --`,
  `' or '1'='1`,
  `" or "1"="1`,
  `1 or 1=1`,
  `1) or (1=1`,
  `1; select pg_sleep(5)`,
  `1 and (select pg_sleep(5)) is null`,
  `'||pg_sleep(5)||'`,
  `"||pg_sleep(5)||"`,
  `(select pg_sleep(5))`,
  `id) from notes; delete from notes; --`,
  `id" from notes; delete from notes; --`,
  `id, (select secret from notes limit 1)`,
  `id union select secret from notes`,
  `*) from closed union select secret from notes--`,
  `m.secret`,
  `r.*`,
  `w`,
  `public.closed`,
  `"public"."closed"`,
  `notes; set role service_role`,
  `x'; set role service_role; --`,
  `E'\\x27'`,
  `U&"\\0073ecret"`,
  `%27%3B`,
  `\u2019; drop`,
  `ʼ or ʼ1ʼ=ʼ1`,
  `\ufeffid`,
  `secret`,
  `"secret"`,
  `notes.secret`,
  `{1,2}; drop`,
  `(1,2); drop`,
  `current_user`,
  `pg_sleep(5)`,
  `int); select pg_sleep(5); --`,
  `text collate "C"`,
  `nullsfirst; drop`,
  `;\u0000`,
  '('.repeat(500),
  '"'.repeat(501),
  'a'.repeat(5000),
]

/** Every place of a request that takes text, with the text in it. */
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

/** Header values hold neither line ends nor characters beyond Latin-1. */
function header(text: string): string {
  // oxlint-disable-next-line no-control-regex -- exactly those
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

test('[G01] hostile text in every position of a request: no 5xx, no effect, no foreign value, no time', async () => {
  await rest.ask(A, 'POST', '/stock', {
    body: '{"shop":"kept","sku":"1"}',
    headers: { 'content-type': 'application/json' },
  })
  const before = await everything()
  let asked = 0
  for (const [place, make] of Object.entries(PLACES)) {
    for (const text of HOSTILE) {
      const [method, path, init = {}] = make(encodeURIComponent(text))
      const headers = new Headers(init.headers)
      if (init.body !== undefined && !headers.has('content-type'))
        headers.set('content-type', 'application/json')
      const as = asked % 2 === 0 ? ANONYMOUS : A
      const start = performance.now()
      const answer = await rest.ask(as, method, path, { ...init, headers })
      const what = `${place}: ${JSON.stringify(text.slice(0, 60))} → ${answer.status} ${answer.text.slice(0, 200)}`
      assert(answer.status < 500, what)
      assert.doesNotMatch(answer.text, /CANARY/, what)
      // A pg_sleep(5) that reached SQL would be ended after 3 s at the earliest.
      assert(performance.now() - start < 2500, `${what} took its time`)
      if (answer.status >= 400 && method !== 'HEAD') {
        assert.deepEqual(Object.keys(answer.json), ['code', 'message', 'details', 'hint'], what)
      }
      asked++
    }
  }
  assert(asked > 2000)
  assert.equal(await everything(), before)
  assert.equal((await rest.ask(SERVICE, 'GET', '/notes?select=id&limit=1')).status, 200)
})

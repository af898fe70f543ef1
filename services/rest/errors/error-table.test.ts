import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { SignJWT } from 'jose'
import { ANONYMOUS, SERVICE } from '#kernel/db/claims.ts'
import type { Claims } from '#kernel/db/claims.ts'
import { actAs } from '#testing/act-as.ts'
import { restApp } from '#testing/rest-app.ts'
import { testApp } from '#testing/test-app.ts'

/**
 * PostgREST's responses to invalid requests, line by line. A comment explains each intended difference. A
 * name in front of a line is the caller; without one, it is a visitor.
 */
const A = actAs.creator('00000000-0000-4000-8000-00000000000a')
const rest = await restApp()
await rest.owner.query(`
  create view public.loud as select id, upper(title) as words from public.notes;
  create view public.still as select max(id) as id from public.notes;
  grant select, insert on public.still to authenticated;
  grant select, insert on public.loud to authenticated;
  create table public.circular (id integer primary key);
  select app.protect('public.circular');
  grant select on public.circular to authenticated;
  create policy itself on public.circular for select to authenticated
    using (exists (select from public.circular));
  create function public.divide(by integer) returns integer language sql immutable return 1 / by;
  create function public.endless(n integer) returns integer language plpgsql stable as $$
  begin return public.endless(n + 1); end $$;
  grant execute on all functions in schema public to anon, authenticated, service_role;
  revoke execute on function public.hidden() from anon, authenticated, end_user, service_role`)
const WHO: Record<string, Claims> = { creator: A, service: SERVICE, visitor: ANONYMOUS }

async function code(line: string, body?: string, headers: Record<string, string> = {}): Promise<string> {
  const [, who = 'visitor', method = '', path = ''] = /^(?:(creator|service) )?([A-Z]+) (.*)$/s.exec(line)!
  const type: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' }
  const answer = await rest.ask(WHO[who]!, method, path, { body, headers: { ...type, ...headers } })
  if (answer.status >= 400) {
    assert.deepEqual(Object.keys(answer.json), ['code', 'message', 'details', 'hint'], line)
    assert.match(answer.headers.get('content-type')!, /^application\/json/)
  }
  return answer.status < 300 ? String(answer.status) : `${answer.status} ${answer.json.code}`
}

const DEEP_OR = `${'or('.repeat(60)}id.eq.1${')'.repeat(60)}`
const STRICT = { prefer: 'handling=strict, odd=1' }
const MERGE = { prefer: 'resolution=merge-duplicates' }

const TABLE: Record<string, [line: string, body?: string, headers?: Record<string, string>][]> = {
  '400 PGRST100': [
    ['GET /notes?id=xx.1'],
    ['GET /notes?id=1'],
    ['GET /notes?id=eq'],
    ['GET /notes?select=id,data('],
    ['GET /notes?id=in.(1,2'],
    ['GET /notes?or=(id.eq.1'],
    ['GET /notes?and=()'],
    ['GET /notes?or=()'],
    ['GET /notes?select=a,,b'],
    ['GET /notes?done=is.foo'],
    ['GET /notes?order=id.sideways'],
    ['GET /notes?select=score.median()'],
    ['GET /notes?or=id.eq.1'],
    ['GET /notes?id=eq(some).{1}'],
    // PostgREST responds to these five with 500 "Something went wrong".
    ['GET /notes?title=eq.%ff'],
    ['GET /notes?%ff=eq.1'],
    ['GET /notes?title=eq.%zz'],
    ['GET /notes?title=eq.%00'],
    ['GET /%c3%28'],
    // Without a limit, PostgREST recurses as deep as its stack.
    [`GET /notes?or=(${'or('.repeat(100)}id.eq.1${')'.repeat(100)})`],
    [`GET /notes?select=${Array.from({ length: 3000 }, () => 'id').join()}`],
    [`GET /notes?select=${'a('.repeat(60)}id${')'.repeat(60)}`],
    [`GET /notes?order=${Array.from({ length: 100 }, () => 'id').join()}`],
    [`GET /notes?${Array.from({ length: 300 }, () => 'id=eq.1').join('&')}`],
  ],
  '400 42703': [
    ['GET /notes?select=nope'],
    ['GET /notes?nope=eq.1'],
    ['GET /notes?order=nope'],
    ['creator POST /stock?on_conflict=nope', '{"shop":"a","sku":"b"}', MERGE],
  ],
  '400 22P02': [
    ['GET /notes?id=eq.abc'],
    ['GET /notes?mood=eq.angry'],
    ['GET /notes?span=ov.5'],
    ['GET /notes?tags=cs.a'],
    ['GET /notes?select=title::int'],
    ['creator POST /notes', '{"title":"x","score":"many"}'],
    ['creator POST /notes', '{"title":"\\ud800"}'],
  ],
  '400 22003': [['GET /notes?score=eq.99999999999'], ['GET /notes?offset=9999999999999999999999999']],
  '400 42704': [['GET /notes?select=id::nope'], ['GET /notes?words=fts(klingon).a']],
  '400 42601': [['GET /notes?words=fts.a%20b']],
  '400 2201B': [['GET /notes?title=match.(']],
  '400 22008': [['GET /notes?created_at=eq.2026-02-30']],
  '400 22P05': [['creator POST /notes', '{"title":"a\\u0000b"}']],
  '404 42883': [['GET /notes?score=like.1'], ['GET /notes?score=fts.1']],
  '400 PGRST102': [
    ['creator POST /notes', '{"title":'],
    ['creator POST /notes', ''],
    ['creator POST /notes', '[1,2]'],
    ['creator POST /notes', '[{"title":"a"},{"score":1}]'],
    // PostgREST reads these two as an empty list and responds with 201.
    ['creator POST /notes', '5'],
    ['creator POST /notes', '"x"'],
    ['creator POST /notes', '{"title":"a"}{"title":"b"}'],
    ['creator POST /stock', 'shop,sku\na', { 'content-type': 'text/csv' }],
  ],
  // 400 in PostgREST; 415 is the HTTP status for this case.
  '415 PGRST102': [
    ['creator POST /notes', '{"title":"a"}', { 'content-type': 'text/plain' }],
    ['creator POST /notes', '<a/>', { 'content-type': 'text/xml' }],
    ['creator POST /notes', '{}', { 'content-type': 'application/json; charset=latin1' }],
  ],
  '400 PGRST204': [
    ['creator POST /notes', '{"nope":1}'],
    ['creator POST /notes?columns=nope', '{"title":"a"}'],
    ['creator PATCH /notes?id=eq.1', '{"nope":1}'],
  ],
  '400 PGRST108': [
    ['GET /notes?items.id=eq.1'],
    ['GET /notes?items.order=id'],
    ['GET /notes?order=items(id)'],
  ],
  '400 PGRST200': [['GET /notes?select=id,nothing(*)'], ['GET /notes?select=id,movements!hint(*)']],
  '400 PGRST114': [['creator PUT /stock?shop=eq.a&sku=eq.b&limit=1', '{"shop":"a","sku":"b"}']],
  '400 PGRST115': [['creator PUT /stock?shop=eq.a&sku=eq.b', '{"shop":"a","sku":"c","quantity":1}']],
  '400 PGRST122': [
    ['GET /notes', undefined, STRICT],
    ['creator POST /stock', '[]', STRICT],
  ],
  '400 PGRST123': [['GET /notes?select=id.count()'], ['GET /notes?select=count()']],
  '400 23502': [['creator POST /stock', '{"shop":null,"sku":"x"}']],
  '400 23514': [['creator POST /stock', '{"shop":"a","sku":"x","quantity":-1}']],
  '400 42P10': [['creator POST /stock?on_conflict=quantity', '{"shop":"a","sku":"x"}', MERGE]],
  '400 0A000': [['creator POST /loud', '{"words":"x"}']],
  // 500 in PostgREST.
  '400 55000': [['creator POST /still', '{"id":1}']],
  '400 P0001': [['POST /rpc/fail', '{"state":"P0001","words":"no"}']],
  '400 22012': [['GET /rpc/divide?by=0']],
  '409 23503': [['creator POST /movements', '{"id":1,"shop":"no","sku":"no"}']],
  '404 PGRST205': [['GET /nothing'], ['POST /nothing', '{}'], ['GET /pg_class'], ['GET /%22notes%22']],
  '404 PGRST125': [['GET /users/1'], ['GET /rpc/a/b'], ['GET /notes/1/x']],
  '404 PGRST202': [['GET /rpc/nothing_like_it'], ['POST /rpc/add', '{"a":1,"z":2}'], ['POST /rpc/add', '{}']],
  '405 PGRST117': [['PROPFIND /notes'], ['LINK /notes']],
  '405 PGRST101': [['DELETE /rpc/add'], ['PATCH /rpc/add', '{}'], ['PUT /rpc/add', '{}']],
  '405 PGRST105': [['creator PUT /stock', '{"shop":"a","sku":"b"}']],
  '405 25006': [['creator GET /rpc/write_note?title=x']],
  '406 PGRST106': [
    ['GET /notes', undefined, { 'accept-profile': 'auth' }],
    ['creator POST /notes', '{}', { 'content-profile': 'auth' }],
  ],
  '406 PGRST116': [
    ['GET /notes?id=eq.0', undefined, { accept: 'application/vnd.pgrst.object+json' }],
    ['GET /notes', undefined, { accept: 'application/vnd.pgrst.object+json' }],
  ],
  '406 PGRST107': [['GET /notes', undefined, { accept: 'text/xml' }]],
  '416 PGRST103': [
    ['GET /notes?limit=-1'],
    ['GET /notes', undefined, { range: '10-5' }],
    ['GET /notes?offset=100', undefined, { prefer: 'count=exact' }],
  ],
  '401 42501': [['GET /closed'], ['POST /notes', '{"title":"x"}'], ['PATCH /notes?id=eq.1', '{"title":"x"}']],
  '403 42501': [
    ['creator GET /closed'],
    ['creator POST /notes', '{"title":"x","owner":"00000000-0000-4000-8000-00000000000b"}'],
  ],
  // 500 in newer versions of PostgREST, but callers can cause these.
  '400 21000': [
    [
      'creator POST /stock',
      '[{"shop":"t","sku":"t","quantity":1},{"shop":"t","sku":"t","quantity":2}]',
      MERGE,
    ],
    // From its companion pg-safeupdate.
    ['creator DELETE /stock'],
  ],
  '413 54001': [['GET /rpc/endless?n=1']],
  // Not the caller's fault: a policy that refers to itself.
  '500 42P17': [['creator GET /circular']],
  '418 PT418': [['POST /rpc/fail', '{"state":"PT418","words":"teapot"}']],
  '300 PGRST203': [['GET /rpc/twice?a=1']],
  '200': [
    ['GET /notes?id=in.()'],
    ['GET /notes?limit=0'],
    ['GET /notes?limit=abc'],
    ['GET /notes?limit=9999999999999999999999999'],
    ['GET /notes?limit=9223372036854775807'],
    ['GET /notes?offset=-1'],
    ['GET /notes?offset=100'],
    ['GET /notes', undefined, { range: 'abc' }],
    ['GET /notes?select=title->a'],
    [`GET /notes?${DEEP_OR.slice(0, 2)}=${DEEP_OR.slice(2)}`],
    [`GET /notes?id=in.(${Array.from({ length: 2000 }, (_, i) => i).join()})`],
    ['GET /notes', undefined, { prefer: 'odd=1, return=sideways, count=many' }],
  ],
  '204': [['creator PATCH /stock?sku=eq.none', '{}']],
}

for (const [expected, lines] of Object.entries(TABLE)) {
  describe(expected, () => {
    for (const [line, body, headers] of lines) {
      test(`${line.slice(0, 70)} ${body?.slice(0, 40) ?? ''} ${headers ? JSON.stringify(headers) : ''}`, async () => {
        assert.equal(await code(line, body, headers), expected)
      })
    }
  })
}

describe('conflicts', () => {
  test('409 23505 for an existing row, 409 23503 for deleting a row that another row references', async () => {
    await code('creator POST /stock', '{"shop":"c","sku":"1"}')
    assert.equal(await code('creator POST /stock', '{"shop":"c","sku":"1"}'), '409 23505')
    await code('creator POST /movements', '{"id":9,"shop":"c","sku":"1"}')
    assert.equal(await code('creator DELETE /stock?shop=eq.c'), '409 23503')
  })

  test('an endless write that a limit stopped is a 4xx that the client does not retry', async () => {
    const answer = await code('GET /rpc/fail?state=40001&words=x')
    assert.match(answer, /^4/)
  })
})

describe('tokens', async () => {
  const app = await testApp()
  const statusOf = async (token: string) => {
    const headers = { apikey: app.anonKey, authorization: `Bearer ${token}` }
    const response = await app.request('/rest/v1/bolt_plans', { headers })
    const body = (await response.json()) as { code: string }
    assert.deepEqual(Object.keys(body), ['code', 'message', 'details', 'hint'])
    return `${response.status} ${body.code}`
  }
  const sign = (claims: object, secret = 'x'.repeat(40)) =>
    new SignJWT({ role: 'authenticated', ...claims })
      .setProtectedHeader({ alg: 'HS256' })
      .sign(new TextEncoder().encode(secret))
  const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from('{"role":"service_role"}').toString('base64url')}.`

  const cases: [string, string, () => Promise<string> | string][] = [
    ['rubbish', '401 PGRST301', () => 'a.b.c'],
    ['no token at all', '401 PGRST301', () => 'hello'],
    ['algorithm none', '401 PGRST301', () => none],
    // Only API keys are signed with HS256: as a Bearer token, such a key is invalid.
    ['a key with a wrong signature', '401 PGRST301', () => sign({})],
    ['a key whose expiry is a string', '401 PGRST301', () => sign({ exp: 'soon' }, app.config.jwtSecret)],
    [
      'a key with a role that is not available',
      '401 PGRST301',
      () => sign({ role: 'postgres' }, app.config.jwtSecret),
    ],
    ['a key that expired', '401 PGRST301', () => sign({ exp: 1 }, app.config.jwtSecret)],
  ]
  for (const [name, expected, token] of cases) {
    test(`${name}: ${expected}`, async () => assert.equal(await statusOf(await token()), expected))
  }
})

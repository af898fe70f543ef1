import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ANONYMOUS } from '#kernel/db/claims.ts'
import type { Claims } from '#kernel/db/claims.ts'
import { actAs } from '#testing/act-as.ts'
import { restApp } from '#testing/rest-app.ts'

const A = actAs.creator('00000000-0000-4000-8000-00000000000a')
const rest = await restApp()
await rest.owner.query(`
  create function public.sum_of(a integer, b integer) returns integer language sql immutable return a + b;
  create function public.sum_of(a integer, b integer, c integer) returns integer language sql immutable
    return a + b + c;
  create function public.said(text) returns text language sql immutable return 'said ' || $1;
  create function public.weighed(bytea) returns text language sql immutable return encode($1, 'hex');
  create function public.marked(xml) returns text language sql immutable return 'marked ' || $1::text;
  create function public.kept(json) returns text language sql immutable return $1::text;
  create function public.either(a integer) returns text language sql immutable return 'named';
  create function public.either(jsonb) returns text language sql immutable return 'whole';
  create function public.unnamed(integer default 7) returns integer language sql immutable return $1;
  create function public.mixed() returns text language sql immutable return 'none';
  create function public.mixed(boolean) returns text language sql immutable return 'boolean';
  create function public.mixed(text) returns text language sql immutable return 'text';
  create function public.both_kinds(json) returns text language sql immutable return 'json';
  create function public.both_kinds(jsonb) returns text language sql immutable return 'jsonb';
  create function public.listed(parts integer[], flags boolean[] default '{}') returns text language sql immutable
    return parts::text || flags::text;
  create function public.answer_with(status text, headers text) returns integer language plpgsql volatile as $$
  begin
    perform set_config('response.status', status, true), set_config('response.headers', headers, true);
    return 1;
  end $$;
  create function public.stay(status text) returns integer language plpgsql volatile as $$
  begin
    perform set_config('response.status', status, false);
    return 1;
  end $$;
  create function public.refuse(words text, more text) returns integer language plpgsql volatile as $$
  begin
    if more is null then raise sqlstate 'PGRST' using message = words; end if;
    raise sqlstate 'PGRST' using message = words, detail = more;
  end $$;
  create function public.mode() returns text language sql volatile return current_setting('transaction_read_only');
  create table public.guarded (id integer primary key);
  select app.protect('public.guarded');
  grant select, insert on public.guarded to authenticated;
  create policy everything on public.guarded for all to authenticated using (true) with check (true);
  create function public.on_guarded() returns trigger language plpgsql as $$
  begin
    perform set_config('response.headers', '[{"x-row": "' || new.id || '"}, {"X-Row": "again"}]', true),
      set_config('response.status', '202', true);
    return new;
  end $$;
  create trigger before_guarded before insert on public.guarded for each row execute function public.on_guarded();
  grant execute on all functions in schema public to anon, authenticated, end_user, service_role;
  revoke execute on function public.hidden() from anon, authenticated, end_user, service_role;
`)

function call(as: Claims, line: string, body?: string | Uint8Array, headers: Record<string, string> = {}) {
  const [method = '', path = ''] = line.split(/ (.*)/s)
  const type: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' }
  return rest.ask(as, method, path, { body: body as BodyInit, headers: { ...type, ...headers } })
}

describe('a function is selected by the names of its arguments', () => {
  const found: [string, string | undefined, unknown][] = [
    ['POST /rpc/sum_of', '{"a":1,"b":2}', 3],
    ['POST /rpc/sum_of', '{"c":3,"a":1,"b":2}', 6],
    ['GET /rpc/sum_of?a=1&b=2', undefined, 3],
    ['GET /rpc/sum_of?a=1&b=2&c=5', undefined, 8],
    ['POST /rpc/add', '{"a":1}', 2],
    ['POST /rpc/add', '{"a":1,"b":4}', 5],
    ['POST /rpc/either', '{"a":1}', 'named'],
    ['POST /rpc/either', '{"x":1}', 'whole'],
    ['POST /rpc/either', '[1]', 'whole'],
    ['POST /rpc/said', '{"":"x"}', 'said {"":"x"}'],
    ['POST /rpc/kept', '{"":{"b":1}}', '{"":{"b":1}}'],
    ['POST /rpc/mixed', '{"":true}', 'text'],
    ['POST /rpc/mixed', '{}', 'none'],
    ['GET /rpc/mixed', undefined, 'none'],
    ['GET /rpc/listed?parts={1,2}&flags={true}', undefined, '{1,2}{t}'],
    ['POST /rpc/listed', '{"parts":[1,2],"flags":[true,false]}', '{1,2}{t,f}'],
    ['POST /rpc/listed', '{"parts":"{3}"}', '{3}{}'],
    ['GET /rpc/all_of?parts=a&parts=b,c', undefined, 'a|b,c'],
    ['POST /rpc/all_of', '{"parts":["a","b"]}', 'a|b'],
    ['POST /rpc/sum_of?columns=a,b', '{"a":1,"b":2,"c":4}', 3],
  ]
  for (const [line, body, expected] of found) {
    test(`${line} ${body ?? ''} → ${JSON.stringify(expected)}`, async () => {
      const { status, json } = await call(ANONYMOUS, line, body)
      assert.deepEqual([status, json], [200, expected])
    })
  }

  test('params=single-object is an obsolete preference: ignored, or rejected with strict handling', async () => {
    const callWith = (prefer: string) => call(ANONYMOUS, 'POST /rpc/sum_of', '{"a":1,"b":2}', { prefer })
    const { json, headers } = await callWith('params=single-object')
    assert.deepEqual([json, headers.get('preference-applied')], [3, null])
    assert.equal((await callWith('params=single-object, handling=strict')).json.code, 'PGRST122')
  })

  test('functions with unnamed parameters that no body can fill cannot be called, and two that a body can fill are 300', async () => {
    for (const [line, body] of [
      ['POST /rpc/unnamed', '{"":1}'],
      ['POST /rpc/unnamed', '{}'],
      ['GET /rpc/unnamed', undefined],
    ] as const) {
      const { status, json } = await call(ANONYMOUS, line, body)
      assert.deepEqual([status, json.code], [404, 'PGRST202'])
    }
    const { json } = await call(ANONYMOUS, 'POST /rpc/unnamed', '{"":1}')
    assert.equal(json.message, 'Could not find the function public.unnamed() in the schema cache')
    assert.match(
      json.details,
      /public\.unnamed with parameter  or with a single unnamed json\/jsonb parameter/,
    )
    const both = await call(ANONYMOUS, 'POST /rpc/both_kinds', '{"":1}')
    assert.deepEqual([both.status, both.json.code], [300, 'PGRST203'])
    assert.match(both.json.message, /public\.both_kinds\( => json\), public\.both_kinds\( => jsonb\)/)
  })

  test('a name that matches two functions is 300 and lists both', async () => {
    const { status, json } = await call(ANONYMOUS, 'POST /rpc/twice', '{"a":"1"}')
    assert.deepEqual([status, json.code], [300, 'PGRST203'])
    assert.match(json.message, /public\.twice\(a => integer\), public\.twice\(a => text\)/)
    assert.match(json.hint, /^Try renaming the parameters/)
  })

  test('an unknown name or unknown arguments are 404 with what was searched for and a suggestion', async () => {
    const refused: [string, string | undefined, string, string, string | null][] = [
      [
        'POST /rpc/sum_off',
        '{"b":2,"a":1}',
        'Could not find the function public.sum_off(a, b) in the schema cache',
        'Searched for the function public.sum_off with parameters a, b or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache.',
        'Perhaps you meant to call the function public.sum_of',
      ],
      [
        'POST /rpc/sum_of',
        '{"a":1,"d":2}',
        'Could not find the function public.sum_of(a, d) in the schema cache',
        'Searched for the function public.sum_of with parameters a, d or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache.',
        'Perhaps you meant to call the function public.sum_of(a, b)',
      ],
      [
        'GET /rpc/shout?word=x',
        undefined,
        'Could not find the function public.shout(word) in the schema cache',
        'Searched for the function public.shout with parameter word, but no matches were found in the schema cache.',
        'Perhaps you meant to call the function public.shout(words)',
      ],
      [
        'GET /rpc/unlike_anything',
        undefined,
        'Could not find the function public.unlike_anything without parameters in the schema cache',
        'Searched for the function public.unlike_anything without parameters, but no matches were found in the schema cache.',
        null,
      ],
    ]
    for (const [line, body, message, details, hint] of refused) {
      const answer = await call(ANONYMOUS, line, body)
      assert.deepEqual([answer.status, answer.json], [404, { code: 'PGRST202', message, details, hint }])
    }
  })

  test('[G03] no hint names a function that the caller may not execute', async () => {
    for (const name of ['hidde', 'hiddenn', 'hidden']) {
      const { status, text } = await call(ANONYMOUS, `POST /rpc/${name}`, '{}')
      assert.equal(status, 404)
      assert.doesNotMatch(text, /Perhaps/)
    }
  })
})

describe('a single unnamed parameter receives the whole body, by its content type', () => {
  const bytes = new Uint8Array([0, 255, 10, 92])
  const taken: [string, string, string | Uint8Array, unknown][] = [
    ['said', 'text/plain', 'a "b"\n\\x', 'said a "b"\n\\x'],
    ['said', 'text/plain; charset=utf-8', 'ä', 'said ä'],
    ['said', 'text/plain', '', 'said '],
    ['weighed', 'application/octet-stream', bytes, '00ff0a5c'],
    ['marked', 'text/xml', '<a>1</a>', 'marked <a>1</a>'],
    ['kept', 'application/json', '{"b":1,  "a":[1.10]}', '{"b":1,  "a":[1.10]}'],
    ['kept', 'application/json', '"x"', '"x"'],
    ['whole', 'application/json', '5', { got: 5 }],
  ]
  for (const [name, type, body, expected] of taken) {
    test(`${name} by ${type}: ${JSON.stringify(expected)}`, async () => {
      const { status, json } = await call(ANONYMOUS, `POST /rpc/${name}`, body, { 'content-type': type })
      assert.deepEqual([status, json], [200, expected])
    })
  }

  test('a body of another type than the parameter is 404 and says which type was searched for', async () => {
    for (const [name, type, words] of [
      ['said', 'application/octet-stream', 'with a single unnamed bytea parameter'],
      ['said', 'text/xml', 'with a single unnamed xml parameter'],
      ['weighed', 'text/plain', 'with a single unnamed text parameter'],
      ['add', 'text/plain', 'with a single unnamed text parameter'],
      ['seen', 'text/plain', 'with a single unnamed text parameter'],
    ] as const) {
      const { status, json } = await call(ANONYMOUS, `POST /rpc/${name}`, 'x', { 'content-type': type })
      assert.deepEqual([status, json.code, json.hint], [404, 'PGRST202', null])
      assert(json.details.includes(words), json.details)
    }
  })

  test('an invalid value is rejected by the first component that detects it', async () => {
    const plain = { 'content-type': 'text/plain' }
    assert.equal((await call(ANONYMOUS, 'POST /rpc/said', 'a\0b', plain)).json.code, 'PGRST102')
    assert.equal((await call(ANONYMOUS, 'POST /rpc/said', bytes, plain)).json.code, 'PGRST102')
    const broken = await call(ANONYMOUS, 'POST /rpc/marked', '<a>', { 'content-type': 'text/xml' })
    assert.deepEqual([broken.status, broken.json.code], [400, '2200N'])
  })
})

describe('functions that control the response', () => {
  const answer = (status: string | null, headers: string | null) =>
    call(ANONYMOUS, 'POST /rpc/answer_with', JSON.stringify({ status, headers }))

  test('response.status and response.headers are applied and replace our headers of the same name', async () => {
    const made = await answer('201', '[{"X-Made": "yes"}, {"content-range": "0-0/9"}, {"set-cookie": "a=1"}]')
    assert.deepEqual([made.status, made.json], [201, 1])
    assert.equal(made.headers.get('x-made'), 'yes')
    assert.equal(made.headers.get('content-range'), '0-0/9')
    assert.equal(made.headers.get('set-cookie'), 'a=1')
    assert.equal((await answer('204', null)).text, '')
    assert.equal((await answer(null, null)).status, 200)
  })

  test('a trigger of a written table can set them too, and can repeat a header', async () => {
    const { status, headers } = await call(A, 'POST /guarded', '{"id":3}')
    assert.deepEqual([status, headers.get('x-row')], [202, '3, again'])
  })

  test('an invalid status or header is the function’s mistake: 500 PGRST112, PGRST111', async () => {
    for (const status of ['abc', '99', '600', '1e2', '-200', '100'])
      assert.equal((await answer(status, null)).json.code, 'PGRST112', status)
    const wrong = [
      '{',
      '{"a":"b"}',
      '[1]',
      '[{"a":1}]',
      '[{"a":"b","c":"d"}]',
      '[{}]',
      '[{"a b":"c"}]',
      '[{"a":"b\\nc: d"}]',
      '[{"Content-Length":"0"}]',
      '[null]',
    ]
    for (const headers of wrong) {
      const { status, json } = await answer(null, headers)
      assert.deepEqual([status, json.code], [500, 'PGRST111'], headers)
      assert.deepEqual(Object.keys(json), ['code', 'message', 'details', 'hint'])
    }
  })

  test('settings that one request makes for its session do not reach other requests', async () => {
    const stayed = await call(ANONYMOUS, 'POST /rpc/stay', '{"status":"299"}')
    assert.equal(stayed.status, 299)
    const others = Array.from({ length: 40 }, () => call(ANONYMOUS, 'GET /notes?select=id&limit=1'))
    for (const { status } of await Promise.all(others)) assert.equal(status, 200)
  })

  test('raise sqlstate PGRST controls the whole response', async () => {
    const words = { code: 'LIMIT', message: 'Slow down', details: 'Too many', hint: 'Wait' }
    const more = { status: 429, status_text: 'Slow', headers: { 'retry-after': '30' } }
    const refuse = (message: unknown, detail?: unknown) =>
      call(
        ANONYMOUS,
        'POST /rpc/refuse',
        JSON.stringify({
          words: typeof message === 'string' ? message : JSON.stringify(message),
          more: detail === undefined ? null : JSON.stringify(detail),
        }),
      )
    const full = await refuse(words, more)
    assert.deepEqual([full.status, full.json], [429, words])
    assert.equal(full.headers.get('retry-after'), '30')
    const short = await refuse({ code: 'A', message: 'b' }, { status: 403, headers: {} })
    assert.deepEqual(
      [short.status, short.json],
      [403, { code: 'A', message: 'b', details: null, hint: null }],
    )
    for (const [message, detail] of [
      ['no JSON', more],
      [{ message: 'no code' }, more],
      [words, undefined],
      [words, { status: 200 }],
      [words, { status: 99, headers: {} }],
      [words, { status: 400, headers: { 'a b': 'c' } }],
    ] as const) {
      const { status, json } = await refuse(message, detail)
      assert.deepEqual([status, json.code], [500, 'PGRST121'])
      assert.match(json.hint, /must be a JSON object with obligatory keys/)
    }
  })

  test('PTnnn sets the status; a function that raises 40001 is not retried', async () => {
    const fail = (state: string) => call(ANONYMOUS, 'POST /rpc/fail', JSON.stringify({ state, words: 'w' }))
    for (const status of [402, 418, 503]) assert.equal((await fail(`PT${status}`)).status, status)
    assert.equal((await fail('40001')).status, 409)
  })
})

describe('GET and HEAD', () => {
  test('[G09] a function that writes is 405 25006, and GET runs in a read-only transaction', async () => {
    for (const name of ['write_note?title=x', 'write_two?title=x']) {
      const { status, json } = await call(A, `GET /rpc/${name}`)
      assert.deepEqual([status, json.code], [405, '25006'])
      assert.equal((await call(A, `HEAD /rpc/${name}`)).status, 405)
    }
    assert.equal((await call(ANONYMOUS, 'GET /rpc/mode')).json, 'on')
    assert.equal((await call(ANONYMOUS, 'POST /rpc/mode', '{}')).json, 'off')
  })

  test('a stable function called by POST cannot write either', async () => {
    const { json } = await call(ANONYMOUS, 'POST /rpc/seen', '{}')
    assert.equal(json.method, 'POST')
  })

  test('a result set is filtered, ordered, limited and counted, and its function runs once', async () => {
    const { status, json, headers } = await call(
      ANONYMOUS,
      'GET /rpc/pairs?count=9&n=gt.2&square=lt.60&order=n.desc&select=n&limit=2&offset=1',
      undefined,
      { prefer: 'count=exact' },
    )
    assert.deepEqual([status, json], [206, [{ n: 6 }, { n: 5 }]])
    assert.equal(headers.get('content-range'), '1-2/5')
    const posted = await call(ANONYMOUS, 'POST /rpc/pairs?n=in.(2,3)&order=n.desc', '{"count":5}')
    assert.deepEqual(posted.json, [
      { n: 3, square: 9 },
      { n: 2, square: 4 },
    ])
    const ranged = await call(ANONYMOUS, 'GET /rpc/pairs?count=9&select=n', undefined, { range: '7-' })
    assert.deepEqual(ranged.json, [{ n: 8 }, { n: 9 }])
    const head = await call(ANONYMOUS, 'HEAD /rpc/pairs?count=9', undefined, { prefer: 'count=exact' })
    assert.deepEqual([head.status, head.text, head.headers.get('content-range')], [200, '', '0-8/9'])
    const past = await call(ANONYMOUS, 'GET /rpc/pairs?count=2&offset=5', undefined, {
      prefer: 'count=exact',
    })
    assert.deepEqual([past.status, past.json.code], [416, 'PGRST103'])
  })

  test('void is 204 without a body', async () => {
    const nothing = await call(ANONYMOUS, 'POST /rpc/nothing', '{}')
    assert.deepEqual([nothing.status, nothing.text, nothing.headers.get('content-type')], [204, '', null])
  })
})

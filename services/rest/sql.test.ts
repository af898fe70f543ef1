import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Role } from '#kernel/db/claims.ts'
import { makeCatalogue } from './catalogue/catalogue.ts'
import { RestError } from './errors/table.ts'
import { parse } from './parse.ts'
import { plan } from './plan.ts'
import { planSettings } from './plan/settings.ts'
import { sql } from './sql.ts'

const everyone: Role[] = ['anon', 'authenticated', 'end_user', 'service_role']
const column = (name: string, base = 'text', readers: Role[] = everyone) => ({
  name,
  type: base,
  base,
  default: name === 'n' ? '7' : null,
  readers,
})
const catalogue = makeCatalogue(
  [
    {
      name: 't',
      key: ['id'],
      columns: [
        column('id', 'int4'),
        column('n', 'int4'),
        column('title'),
        column('data', 'jsonb'),
        column('tags', '_text'),
        column('words', 'tsvector'),
        column('we"ird'),
        column('secret', 'text', ['service_role']),
      ],
    },
    { name: 'keyless', key: [], columns: [column('a')] },
    { name: 'closed', key: ['id'], columns: [column('id', 'int4', [])] },
  ],
  [
    {
      name: 'f',
      volatile: true,
      returnsSet: false,
      returnsType: 'int4',
      returnsRow: false,
      returnsTable: null,
      defaults: 1,
      arguments: [
        { name: 'a', mode: 'i', type: 'integer', base: 'int4' },
        { name: 'b', mode: 'i', type: 'character', base: 'bpchar' },
      ],
      attributes: [],
      callers: ['authenticated'],
    },
    {
      name: 'rows',
      volatile: false,
      returnsSet: true,
      returnsType: 't',
      returnsRow: true,
      returnsTable: 't',
      defaults: 0,
      arguments: [],
      attributes: [],
      callers: everyone,
    },
  ],
)

function request(line: string, body?: string, headers: Record<string, string> = {}) {
  const [method = '', address = ''] = line.split(/ (.*)/s)
  const [path = '', query = ''] = address.split(/\?(.*)/s)
  const bytes = body === undefined ? undefined : new TextEncoder().encode(body)
  return parse({ method, path, query, header: (name) => headers[name], body: bytes })
}

function compiled(
  line: string,
  body?: string,
  headers?: Record<string, string>,
  role: Role = 'authenticated',
) {
  const planned = plan(request(line, body, headers), catalogue, role)
  assert(planned.kind !== 'info')
  return sql(planned)
}

function refused(
  line: string,
  body?: string,
  role: Role = 'authenticated',
  headers?: Record<string, string>,
): string {
  try {
    compiled(line, body, headers, role)
    return 'accepted'
  } catch (error) {
    assert(error instanceof RestError, String(error))
    return `${error.status} ${error.code}`
  }
}

describe('filters as SQL', () => {
  const cases: [string, string, ...string[]][] = [
    ['id=eq.1', '(m."id" = $1)', '1'],
    ['id=not.gte.1', 'not (m."id" >= $1)', '1'],
    ['id=in.(1,2)', '(m."id" = any($1))', '{"1","2"}'],
    ['id=in.()', '(m."id" = any($1))', '{}'],
    ['title=in.("a\\"b\\\\",c)', '(m."title" = any($1))', '{"a\\"b\\\\","c"}'],
    ['title=like.a*b_', '(m."title" like $1)', 'a%b_'],
    ['title=ilike(any).{*a,b*}', '(m."title" ilike any($1))', '{%a,b%}'],
    ['title=match.^a*', '(m."title" ~ $1)', '^a*'],
    ['title=is.null', '(m."title" is null)'],
    ['n=isdistinct.1', '(m."n" is distinct from $1)', '1'],
    ['tags=cs.{a}', '(m."tags" @> $1)', '{a}'],
    ['words=fts(english).cat', '(m."words" @@ to_tsquery($1::regconfig, $2))', 'english', 'cat'],
    ['title=plfts.cat', '(to_tsvector(m."title") @@ plainto_tsquery($1))', 'cat'],
    ['data->a->>0=eq.x', '((m."data"->$1::text->>$2::int) = $3)', 'a', '0', 'x'],
    ['title->x=is.null', '((to_jsonb(m."title")->$1::text) is null)', 'x'],
    ['%22we%22=eq.1', ''],
    [
      'or=(id.eq.1,not.and(n.gt.2,title.is.null))',
      '((m."id" = $1) or not ((m."n" > $2) and (m."title" is null)))',
      '1',
      '2',
    ],
  ]
  for (const [query, expected, ...values] of cases) {
    test(query, () => {
      if (!expected) {
        assert.equal(refused(`GET /t?${query}`), '400 42703')
        return
      }
      const statement = compiled(`GET /t?select=id&${query}`)
      assert.equal(/ where (.*) limit 1000\)/.exec(statement.text)?.[1], expected)
      assert.deepEqual(statement.values, values)
    })
  }
})

describe('statements', () => {
  test('a read returns one row with page, total and body', () => {
    assert.deepEqual(
      compiled('GET /t?select=id,x:data->>a,n::text&n=gt.3&order=n.desc.nullslast&limit=5&offset=10'),
      {
        text:
          "select count(*) as page, null as total, coalesce(json_agg(r.*), '[]')::text as body, current_setting('response.status', true) as status, current_setting('response.headers', true) as headers from " +
          '(select m."id" as "id", (m."data"->>$2::text) as "x", cast(m."n" as text) as "n" from "public"."t" as m ' +
          'where (m."n" > $1) order by m."n" desc nulls last limit 5 offset $3) as r',
        values: ['3', 'a', '10'],
      },
    )
  })

  test('a count has the same filters and policies, also if planned or estimated', () => {
    for (const kind of ['exact', 'planned', 'estimated']) {
      const { text, values } = compiled('GET /t?select=id&n=eq.1&limit=2', undefined, {
        prefer: `count=${kind}`,
      })
      assert.match(text, /\(select count\(\*\) from "public"\."t" as m where \(m\."n" = \$1\)\) as total/)
      assert.deepEqual(values, ['1'])
    }
  })

  test('[G05] limits every read to 1,000 rows', () => {
    for (const query of ['', '?limit=1000000000', '?limit=1001']) {
      assert.match(compiled(`GET /t${query}`).text, / limit 1000\)/)
    }
    assert.match(compiled('GET /t', undefined, { range: '0-1000000000' }).text, / limit 1000\)/)
    assert.match(compiled('GET /t?limit=0').text, / limit 0\)/)
    assert.match(compiled('GET /rpc/rows').text, / limit 1000\)/)
  })

  test('star selects the readable columns, and a name with a quote is quoted', () => {
    const text = compiled('GET /t').text
    assert.doesNotMatch(text, /secret/)
    assert.match(text, /m\."we""ird" as "we""ird"/)
    assert.match(compiled('GET /t', undefined, {}, 'service_role').text, /m\."secret" as "secret"/)
    assert.match(compiled('GET /t?select="a\\"b":id').text, /m\."id" as "a""b"/)
  })

  test('HEAD produces no body', () => {
    const { text } = compiled('HEAD /t?order=id')
    assert.equal(
      text,
      "select count(*) as page, null as total, null as body, current_setting('response.status', true) as status, current_setting('response.headers', true) as headers from " +
        '(select  from "public"."t" as m order by m."id" limit 1000) as r',
    )
  })

  test('an insert writes the keys of the body with their column types, and returns only what the response contains', () => {
    const { text, values } = compiled('POST /t?select=id', '{"title":"a","n":1}', {
      prefer: 'return=representation',
    })
    assert.equal(
      text,
      'with w as (insert into "public"."t" ("title", "n") select m."title", m."n" from ' +
        'json_to_record($1::json) as m("title" text, "n" int4) returning "id"), ' +
        'n as (select count(*) as affected from w) select n.affected as page, null as inserted, ' +
        "(select coalesce(json_agg(r.*), '[]')::text from (select m.\"id\" as \"id\" from w as m) as r) as body, current_setting('response.status', true) as status, current_setting('response.headers', true) as headers from n",
    )
    assert.deepEqual(values, ['{"title":"a","n":1}'])
  })

  test('return=minimal reads no column', () => {
    assert.match(compiled('POST /t', '{"title":"a"}').text, /returning 1 as one\)/)
    assert.match(compiled('PATCH /t?id=eq.1', '{"title":"a"}').text, /returning 1 as one\)/)
    assert.match(compiled('DELETE /t?id=eq.1').text, /returning 1 as one\)/)
  })

  test('an upsert does not update the conflict’s key, so it requires no permission to do so', () => {
    const merge = { prefer: 'resolution=merge-duplicates' }
    const { text } = compiled('POST /t?on_conflict=title', '[{"title":"a","n":1}]', merge)
    assert.match(text, /on conflict \("title"\) do update set "n" = excluded\."n" where /)
    assert.match(
      compiled('POST /t', '{"id":1}', merge).text,
      /on conflict \("id"\) do update set "id" = excluded\."id"/,
    )
    assert.match(compiled('POST /t', '{}', merge).text, /on conflict \("id"\) do nothing/)
    assert.match(
      compiled('POST /t', '{"id":1}', { prefer: 'resolution=ignore-duplicates' }).text,
      /on conflict \("id"\) do nothing returning/,
    )
    assert.doesNotMatch(compiled('POST /keyless', '{"a":"1"}', merge).text, /on conflict/)
    assert.doesNotMatch(compiled('POST /t?on_conflict=title', '{"title":"1"}').text, /on conflict/)
  })

  test('missing=default uses a column’s default if a row lacks the key', () => {
    const { text } = compiled('POST /t?columns=n,title', '[{"title":"a"}]', { prefer: 'missing=default' })
    assert.match(
      text,
      /jsonb_to_record\(jsonb_build_object\('n', 7\) \|\| e\.v\) as m\("n" int4, "title" text\)/,
    )
  })

  test('a single-object Accept and max-affected fail inside the statement', () => {
    const object = { accept: 'application/vnd.pgrst.object+json' }
    assert.match(compiled('PATCH /t?n=eq.1', '{"n":1}', object).text, /case when n\.affected <> 1 then/)
    const bounded = { prefer: 'handling=strict, max-affected=3' }
    assert.match(compiled('DELETE /t?n=eq.1', undefined, bounded).text, /case when n\.affected > 3 then/)
    assert.doesNotMatch(compiled('DELETE /t?n=eq.1', undefined, { prefer: 'max-affected=3' }).text, /case/)
  })

  test('a call passes arguments by name, and character has no length', () => {
    assert.match(
      compiled('POST /rpc/f', '{"a":1,"b":"xy"}').text,
      /from json_to_record\(\$1::json\) as a\("a" integer, "b" character varying\), "public"\."f"\("a" => a\."a", "b" => a\."b"\)/,
    )
    assert.deepEqual(compiled('GET /rpc/f?a=5').values, ['5'])
    assert.match(compiled('GET /rpc/f?a=5').text, /"public"\."f"\("a" => \$1::integer\)/)
  })

  test('rows of a table from a function keep the table’s permissions', () => {
    assert.doesNotMatch(compiled('GET /rpc/rows').text, /secret/)
    assert.equal(refused('GET /rpc/rows?select=secret'), '403 42501')
  })

  test('text from the caller appears in a statement only as quoted aliases', () => {
    const hostile = `x'"; drop table t; --`
    const at = encodeURIComponent(hostile)
    const { text } = compiled(
      `GET /t?select=data->>${encodeURIComponent(`"${hostile.replaceAll('"', '\\"')}"`)}&title=eq.${at}&order=n`,
    )
    assert.doesNotMatch(text.replaceAll(`"x'""; drop table t; --"`, ''), /drop/)
  })
})

describe('rejected before any SQL', () => {
  const SHOWN = { prefer: 'return=representation' }
  const cases: [string, string, string?, Role?, Record<string, string>?][] = [
    ['GET /nothing', '404 PGRST205'],
    ['GET /t?select=nope', '400 42703'],
    ['GET /t?nope=eq.1', '400 42703'],
    ['GET /t?or=(nope.eq.1)', '400 42703'],
    ['GET /t?order=nope', '400 42703'],
    ['GET /t?select=secret', '403 42501'],
    ['GET /t?select=x:secret::text', '403 42501'],
    ['GET /t?select=secret->a', '403 42501'],
    ['GET /t?secret=like.a*', '403 42501'],
    ['GET /t?or=(id.eq.1,and(secret.is.null))', '403 42501'],
    ['GET /t?order=secret', '403 42501'],
    ['GET /closed', '403 42501'],
    ['POST /t?on_conflict=nope', '400 42703', '{"id":1}'],
    ['POST /t?on_conflict=secret', '403 42501', '{"id":1}'],
    ['POST /t?select=secret', '403 42501', '{"id":1}', 'authenticated', SHOWN],
    ['PATCH /t?id=eq.1&select=nope', '400 42703', '{"n":1}', 'authenticated', SHOWN],
    ['PATCH /t?secret=eq.1', '403 42501', '{"n":1}'],
    ['DELETE /t?secret=eq.1', '403 42501'],
    ['GET /t?select=id::regclass', '400 42704'],
    ['GET /t?select=id::int)--', '400 PGRST100'],
    ['GET /t?select=items(*)', '400 PGRST200'],
    ['GET /t?select=...items(*)', '400 PGRST200'],
    ['GET /t?select=count()', '400 PGRST123'],
    ['GET /t?select=n.sum()', '400 PGRST123'],
    [`GET /t?select=${'a'.repeat(64)}:id`, '400 PGRST100'],
    ['POST /t', '400 PGRST204', '{"nope":1}'],
    ['POST /t?columns=nope', '400 PGRST204', '{}'],
    ['PATCH /t?id=eq.1', '400 PGRST204', '{"__defineGetter__":1}'],
    ['POST /t', '400 PGRST102', '5'],
    ['PATCH /t?id=eq.1', '400 PGRST102', '[{"n":1}]'],
    ['PATCH /t', '400 21000', '{"n":1}'],
    ['DELETE /t', '400 21000'],
    ['DELETE /t?limit=5&order=id', '400 21000'],
    ['DELETE /t', 'accepted', undefined, 'service_role'],
    ['PUT /t', '405 PGRST105', '{"id":1}'],
    ['PUT /t?n=eq.1', '405 PGRST105', '{"id":1}'],
    ['PUT /t?id=gt.1', '405 PGRST105', '{"id":1}'],
    ['PUT /t?id=eq.1', '400 PGRST115', '{"n":1}'],
    ['PUT /t?id=eq.1&limit=1', '400 PGRST114', '{"id":1}'],
    ['PUT /keyless', '405 PGRST105', '{"a":1}'],
    ['POST /rpc/nope', '404 PGRST202', '{}'],
    ['POST /rpc/f', '404 PGRST202', '{}'],
    ['POST /rpc/f', '404 PGRST202', '{"a":1,"c":2}'],
    ['POST /rpc/f', '404 PGRST202', '[]'],
    ['POST /rpc/f', '404 PGRST202', '{"a":1}', 'anon'],
    ['GET /rpc/f?a=1&select=x', '400 42703'],
    ['GET /rpc/f?a=1&x=eq.1', '400 42703'],
  ]
  for (const [line, expected, body, role, headers] of cases) {
    test(`${role ?? ''} ${line.slice(0, 60)} ${body ?? ''} → ${expected}`, () => {
      assert.equal(refused(line, body, role, headers), expected)
    })
  }
})

describe('request.eq', () => {
  const equalities = (query: string) =>
    JSON.parse(planSettings(request(`GET /t?${query}`))['request.eq']!) as unknown
  const cases: [string, unknown][] = [
    ['', {}],
    ['key=eq.pk_1', { key: 'pk_1' }],
    ['key=eq.pk_1&id=eq.2&n=gt.3', { key: 'pk_1', id: '2' }],
    ['key=eq.a&key=eq.a', { key: 'a' }],
    ['key=eq.a&key=eq.b', {}],
    ['key=eq.a&key=eq.b&key=eq.a', {}],
    ['key=not.eq.a', {}],
    ['key=eq(any).{a}', {}],
    ['key=in.(a)', {}],
    ['key=like.a', {}],
    ['key->>x=eq.a', {}],
    ['items.key=eq.a', {}],
    ['items.and=(key.eq.a)', {}],
    ['or=(key.eq.a)', {}],
    ['and=(key.eq.a)', {}],
    ['key=eq.', { key: '' }],
    ['__proto__=eq.a', JSON.parse('{"__proto__":"a"}')],
  ]
  for (const [query, expected] of cases) {
    test(`${query || '(no filter)'} → ${JSON.stringify(expected)}`, () =>
      assert.deepEqual(equalities(query), expected))
  }
})

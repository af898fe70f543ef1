import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { RestError } from './errors/table.ts'
import { parse } from './parse.ts'
import type { RawRequest, SelectItem } from './request.ts'

function raw(
  method: string,
  path: string,
  query = '',
  headers: Record<string, string> = {},
  body?: string,
): RawRequest {
  return {
    method,
    path,
    query,
    header: (name) => headers[name],
    body: body === undefined ? undefined : new TextEncoder().encode(body),
  }
}
const get = (query: string, headers?: Record<string, string>) => parse(raw('GET', '/notes', query, headers))
const post = (body: string, query = '', headers?: Record<string, string>) =>
  parse(raw('POST', '/notes', query, headers, body))

/** `PGRST100 400`: code and status of the error that a call throws. */
function refusal(work: () => unknown): string {
  try {
    work()
  } catch (error) {
    assert(error instanceof RestError, String(error))
    return `${error.status} ${error.code}`
  }
  return 'accepted'
}

describe('select', () => {
  const cases: [string, unknown][] = [
    ['', [{ kind: 'star' }]],
    ['*', [{ kind: 'star' }]],
    ['id', [{ name: 'id' }]],
    ['id, title ', [{ name: 'id' }, { name: 'title' }]],
    ['t:title', [{ name: 'title', alias: 't' }]],
    ['score::text', [{ name: 'score', cast: 'text' }]],
    [
      'at:created_at::timestamp with time zone',
      [{ name: 'created_at', alias: 'at', cast: 'timestamp with time zone' }],
    ],
    ['data->a->>b', [{ name: 'data', path: '->a->>b' }]],
    ['x:data->0->>-1::int', [{ name: 'data', alias: 'x', path: '->#0->>#-1', cast: 'int' }]],
    ['"odd, name":"a""', undefined],
    ['"a,b"', [{ name: 'a,b' }]],
    ['"say \\"hi\\""', [{ name: 'say "hi"' }]],
    ['a-b', [{ name: 'a-b' }]],
    ['größe', [{ name: 'größe' }]],
    ['count()', [{ name: '*', aggregate: 'count' }]],
    ['n:score.sum()', [{ name: 'score', alias: 'n', aggregate: 'sum' }]],
    ['n:score::int.sum()::text', [{ name: 'score', alias: 'n', cast: 'int', aggregate: 'sum::text' }]],
    ['n:count()::text', [{ name: '*', alias: 'n', aggregate: 'count::text' }]],
    ['id,items(*)', [{ name: 'id' }, { relation: 'items', select: [{ kind: 'star' }] }]],
    [
      'a:items!by_tenant!inner(id,b(c))',
      [
        {
          relation: 'items',
          alias: 'a',
          hint: 'by_tenant',
          inner: true,
          select: [{ name: 'id' }, { relation: 'b', select: [{ name: 'c' }] }],
        },
      ],
    ],
    [
      'items!inner!by_tenant(id)',
      [{ relation: 'items', hint: 'by_tenant', inner: true, select: [{ name: 'id' }] }],
    ],
    ['items!left( id )', [{ relation: 'items', select: [{ name: 'id' }] }]],
    ['items(), id', [{ relation: 'items', select: [] }, { name: 'id' }]],
    ['...owner(name)', [{ relation: 'owner', spread: true, select: [{ name: 'name' }] }]],
    ['"odd rel"(id)', [{ relation: 'odd rel', select: [{ name: 'id' }] }]],
    ['items!a!b(id)', undefined],
    ['items!inner!left(id)', undefined],
    ['...owner', undefined],
    [`${'a('.repeat(10)}id${')'.repeat(10)}`, nested(10)],
    [`${'a('.repeat(11)}id${')'.repeat(11)}`, undefined],
    ['a,,b', undefined],
    ['a,', undefined],
    ['items(', undefined],
    ['items(id', undefined],
    ['a)', undefined],
    ['a::', undefined],
    ['a->', undefined],
    ['a.median()', undefined],
    ['a!b', undefined],
    [':a', undefined],
    ['a;drop table notes', undefined],
  ]
  for (const [text, expected] of cases) {
    test(`${text || '(empty)'} → ${expected ? 'accepted' : '400 PGRST100'}`, () => {
      const read = () => get(`select=${encodeURIComponent(text)}`).select
      if (!expected) {
        assert.equal(refusal(read), '400 PGRST100')
        return
      }
      assert.deepEqual(read().map(seen), expected)
    })
  }
  function nested(levels: number): unknown[] {
    return levels === 0 ? [{ name: 'id' }] : [{ relation: 'a', select: nested(levels - 1) }]
  }
  function seen(item: SelectItem): unknown {
    if (item.kind === 'star') return item
    if (item.kind === 'relation') {
      const { name, alias, hint, inner, spread, select } = item
      return {
        relation: name,
        ...(alias && { alias }),
        ...(hint && { hint }),
        ...(inner && { inner }),
        ...(spread && { spread }),
        select: select.map(seen),
      }
    }
    const path = item.field.path.map(({ arrow, key, index }) => `${arrow}${key ?? `#${index}`}`).join('')
    return {
      name: item.field.name,
      ...(item.alias && { alias: item.alias }),
      ...(path && { path }),
      ...(item.cast && { cast: item.cast }),
      ...(item.aggregate && {
        aggregate: item.aggregate.name + (item.aggregate.cast ? `::${item.aggregate.cast}` : ''),
      }),
    }
  }
})

describe('filters', () => {
  const compare = (operator: string, value: string, more = {}) => ({
    kind: 'compare',
    operator,
    value,
    ...more,
  })
  const cases: [string, string, unknown][] = [
    ['id', 'eq.1', compare('eq', '1')],
    ['id', 'not.eq.1', { not: compare('eq', '1') }],
    ['title', 'eq.', compare('eq', '')],
    ['title', 'eq.a,b)"c', compare('eq', 'a,b)"c')],
    ['title', 'eq.null', compare('eq', 'null')],
    ['title', 'like.*x*', compare('like', '*x*')],
    ['title', 'like(any).{a*,*b}', compare('like', '{a*,*b}', { quantifier: 'any' })],
    ['id', 'gt(all).{1,2}', compare('gt', '{1,2}', { quantifier: 'all' })],
    ['id', 'isdistinct.5', compare('isdistinct', '5')],
    ['tags', 'cs.{a,b}', compare('cs', '{a,b}')],
    ['span', 'adj.[1,2)', compare('adj', '[1,2)')],
    ['id', 'in.(1,2)', { kind: 'in', values: ['1', '2'] }],
    ['id', 'in.("a,b","c\\"d",e f)', { kind: 'in', values: ['a,b', 'c"d', 'e f'] }],
    ['id', 'in.()', { kind: 'in', values: [''] }],
    ['id', 'not.in.(1)', { not: { kind: 'in', values: ['1'] } }],
    ['done', 'is.NULL', { kind: 'is', value: 'null' }],
    ['done', 'is.not_null', { kind: 'is', value: 'not_null' }],
    ['done', 'not.is.unknown', { not: { kind: 'is', value: 'unknown' } }],
    ['words', 'fts.cat', { kind: 'search', operator: 'fts', value: 'cat' }],
    [
      'words',
      'wfts(german).die katze',
      { kind: 'search', operator: 'wfts', language: 'german', value: 'die katze' },
    ],
    ['id', '1', undefined],
    ['id', 'foo.1', undefined],
    ['id', 'eq', undefined],
    ['id', 'eq(some).1', undefined],
    ['id', 'neq(any).{1}', undefined],
    ['id', 'in.1,2', undefined],
    ['id', 'in.(1', undefined],
    ['id', 'in.(1)x', undefined],
    ['id', 'is.maybe', undefined],
    ['id', 'is.nullx', undefined],
    ['id', 'is().null', undefined],
    ['id', 'fts().x', undefined],
    ['id', 'not.not.eq.1', undefined],
    ['id)', 'eq.1', undefined],
    ['', 'eq.1', undefined],
  ]
  for (const [name, value, expected] of cases) {
    test(`${name}=${value} → ${expected ? 'accepted' : '400 PGRST100'}`, () => {
      const read = () => get(`${encodeURIComponent(name)}=${encodeURIComponent(value)}`).where[0]!
      if (!expected) {
        assert.equal(refusal(read), '400 PGRST100')
        return
      }
      const found = read()
      assert(found.kind === 'filter')
      assert.equal(found.field.name, name)
      const operation = JSON.parse(JSON.stringify(found.operation)) as unknown
      assert.deepEqual(found.negated ? { not: operation } : operation, expected)
    })
  }

  test('a JSON path addresses a value inside a column', () => {
    const [found] = get('data->a->>0=eq.1').where
    assert(found?.kind === 'filter')
    assert.deepEqual(found.field, {
      name: 'data',
      path: [
        { arrow: '->', key: 'a' },
        { arrow: '->>', index: '0' },
      ],
    })
  })

  test('or and and can be nested, with quoted and array values', () => {
    const [tree] = get(
      'or=(a.eq.1,and(b.in.(2,3),not.or(c.is.null,d.eq."x,y)")),e.cs.{1,2}, f.not.gt.5)',
    ).where
    assert(tree?.kind === 'or')
    const print = (part: (typeof tree)['parts'][number]): string => {
      const not = part.negated ? '!' : ''
      if (part.kind !== 'filter') return `${not}${part.kind}(${part.parts.map(print).join(' ')})`
      const { operation } = part
      const operand = operation.kind === 'in' ? operation.values.join('|') : operation.value
      return `${not}${part.field.name}=${operand}`
    }
    assert.equal(print(tree), 'or(a=1 and(b=2|3 !or(c=null d=x,y))) e={1,2} !f=5)')
    assert.equal(get('not.and=(a.eq.1,b.eq.2)').where[0]!.negated, true)
  })

  for (const bad of [
    'or=()',
    'or=(a.eq.1',
    'or=a.eq.1',
    'and=(a.xor.1)',
    'or=(a.eq.1)x',
    'or=(not.a.eq.1)',
  ]) {
    test(`${bad} → 400 PGRST100`, () =>
      assert.equal(
        refusal(() => get(bad)),
        '400 PGRST100',
      ))
  }

  test('depth and number of conditions are limited', () => {
    const nested = (depth: number) => `or=${'(or'.repeat(depth)}(a.eq.1)${')'.repeat(depth)}`
    assert.equal(
      refusal(() => get(nested(60))),
      'accepted',
    )
    assert.equal(
      refusal(() => get(nested(65))),
      '400 PGRST100',
    )
    assert.equal(
      refusal(() => get(nested(5000))),
      '400 PGRST100',
    )
    assert.equal(
      refusal(() => get(`or=(${Array(1001).fill('a.eq.1').join(',')})`)),
      '400 PGRST100',
    )
    assert.equal(
      refusal(() => get(Array(201).fill('a=eq.1').join('&'))),
      '400 PGRST100',
    )
    assert.equal(
      refusal(() => get(`select=${Array(501).fill('a').join(',')}`)),
      '400 PGRST100',
    )
  })

  test('modifiers of embedded rows are collected by the path to the embedding', () => {
    const query =
      'items.price=gt.5&items.a.b->>c=eq.x&items.order=id.desc&items.limit=2&items.offset=1&items.or=(a.eq.1,b.eq.2)' +
      '&items.not.and=(a.eq.1)&"odd.name".id=eq.1&items.a.order=x(y)'
    const { nested, where, order } = get(query)
    assert.deepEqual(
      nested.map((it) => [it.path, it.where.length, it.order.length, it.range]),
      [
        [['items'], 3, 1, { offset: '1', limit: 2 }],
        [['items', 'a'], 1, 1, { offset: '0', limit: undefined }],
        [['odd.name'], 1, 0, { offset: '0', limit: undefined }],
      ],
    )
    assert.deepEqual([where, order], [[], []], 'the table itself has no modifiers')
    assert.deepEqual(
      nested[0]!.where.map(({ kind, negated }) => [kind, negated]),
      [
        ['filter', false],
        ['or', false],
        ['and', true],
      ],
    )
    assert.deepEqual(nested[1]!.order[0], {
      field: { name: 'y', path: [] },
      relation: 'x',
      direction: undefined,
      nulls: undefined,
    })
  })
})

describe('other query parameters', () => {
  test('order', () => {
    assert.deepEqual(JSON.parse(JSON.stringify(get('order=a.desc.nullslast,b->>c.asc,d').order)), [
      { field: { name: 'a', path: [] }, direction: 'desc', nulls: 'last' },
      { field: { name: 'b', path: [{ arrow: '->>', key: 'c' }] }, direction: 'asc' },
      { field: { name: 'd', path: [] } },
    ])
    for (const bad of [
      'order=',
      'order=id.sideways',
      'order=id.asc.nullsmiddle',
      'order=id,',
      'order=id.ascx',
    ]) {
      assert.equal(
        refusal(() => get(bad)),
        '400 PGRST100',
        bad,
      )
    }
  })

  test('limit, offset and Range', () => {
    const range = (query: string, header?: string) => {
      const { offset, limit } = get(query, header ? { range: header } : {}).range
      return `${offset}+${limit ?? 'all'}`
    }
    assert.equal(range('limit=5&offset=10'), '10+5')
    assert.equal(range('limit=0'), '0+0')
    assert.equal(range('limit=abc&offset=x'), '0+all')
    assert.equal(range('offset=-1'), '0+all')
    assert.equal(range('', '0-9'), '0+10')
    assert.equal(range('', '5-'), '5+all')
    assert.equal(range('', 'bytes=0-9'), '0+all')
    assert.equal(range('limit=5&offset=2', '0-3'), '2+2')
    assert.equal(range('limit=9', '3-100'), '3+6')
    assert.equal(range(`limit=${'9'.repeat(25)}`).startsWith('0+1e+25'), true)
    assert.equal(
      refusal(() => get('limit=-1')),
      '416 PGRST103',
    )
    assert.equal(
      refusal(() => get('', { range: '10-5' })),
      '416 PGRST103',
    )
    assert.equal(
      refusal(() => get('limit=2', { range: '10-20' })),
      '416 PGRST103',
    )
    assert.equal(
      refusal(() => get(`offset=${'9'.repeat(25)}`)),
      '400 22003',
    )
    assert.equal(parse(raw('HEAD', '/notes', '', { range: '0-1' })).range.limit, undefined)
  })

  test('Prefer is a comma-separated list: the first of two equal names wins, unknown ones matter only with strict handling', () => {
    const { prefer } = get('', { prefer: 'return=minimal, count=exact,count=planned, max-affected=5, odd=1' })
    assert.deepEqual(prefer, { return: 'minimal', count: 'exact', maxAffected: 5, unknown: ['odd=1'] })
    assert.equal(
      refusal(() => get('', { prefer: 'handling=strict, odd=1' })),
      '400 PGRST122',
    )
    assert.equal(
      refusal(() => get('', { prefer: 'handling=strict, __proto__=1, toString' })),
      '400 PGRST122',
    )
  })

  test('Accept selects the first available type, and recognizes query plans', () => {
    const kind = (accept?: string) => get('', accept ? { accept } : {}).media
    assert.deepEqual(kind(), { kind: 'array', stripNulls: false })
    assert.equal(kind('text/html, application/json;q=0.9, */*;q=0.1').kind, 'array')
    assert.equal(kind('application/json;q=0.1, text/csv').kind, 'csv')
    assert.deepEqual(kind('application/vnd.pgrst.object+json;nulls=stripped'), {
      kind: 'object',
      stripNulls: true,
    })
    assert.equal(kind('APPLICATION/VND.PGRST.OBJECT+JSON').kind, 'object')
    assert.deepEqual(kind('application/vnd.pgrst.plan+text; for="text/csv"; options=wal|x|analyze'), {
      kind: 'csv',
      stripNulls: false,
      plan: { format: 'text', options: ['analyze', 'wal'] },
    })
    for (const bad of [
      'text/html',
      'application/vnd.pgrst.plan+xml',
      'application/vnd.pgrst.plan;for="image/png"',
      'application/vnd.pgrst.plan;for="application/vnd.pgrst.plan"',
      'application/geo+json',
      'nonsense',
    ]) {
      assert.equal(
        refusal(() => kind(bad)),
        '406 PGRST107',
        bad,
      )
    }
  })

  test('percent escapes and UTF-8 are strict, plus is a space, apikey is ignored', () => {
    const value = (query: string) => {
      const [found] = get(query).where
      assert(found?.kind === 'filter' && found.operation.kind === 'compare')
      return found.operation.value
    }
    assert.equal(value('title=eq.a+b%2Bc%20%C3%A4'), 'a b+c ä')
    assert.equal(get('apikey=pk_x&select').where.length, 0)
    for (const bad of [
      'title=eq.%ff',
      'title=eq.%zz',
      'title=eq.%',
      '%ff=eq.1',
      'title=eq.%00',
      'title=eq.%ed%a0%80',
    ]) {
      assert.equal(
        refusal(() => get(bad)),
        '400 PGRST100',
        bad,
      )
    }
  })

  test('[G02] only schema public is available', () => {
    assert.equal(
      refusal(() => get('', { 'accept-profile': 'public' })),
      'accepted',
    )
    for (const schema of [
      'auth',
      'app',
      'storage',
      'pg_catalog',
      'information_schema',
      'PUBLIC',
      '',
      'public"',
    ]) {
      assert.equal(
        refusal(() => get('', { 'accept-profile': schema })),
        '406 PGRST106',
        schema,
      )
      assert.equal(
        refusal(() => post('{}', '', { 'content-profile': schema })),
        '406 PGRST106',
        schema,
      )
    }
  })

  test('paths and methods', () => {
    const target = (method: string, path: string) => {
      const { kind, name } = parse(raw(method, path, '', {}, '{}')).target
      return `${kind} ${name}`
    }
    assert.equal(target('GET', '/notes'), 'table notes')
    assert.equal(target('GET', '/odd%20name/'), 'table odd name')
    assert.equal(target('POST', '/rpc/add'), 'function add')
    for (const [method, path, expected] of [
      ['GET', '/notes/1', '404 PGRST125'],
      ['GET', '/rpc/a/b', '404 PGRST125'],
      ['GET', '/a//b', '404 PGRST125'],
      ['GET', '/%ff', '400 PGRST100'],
      ['PROPFIND', '/notes', '405 PGRST117'],
      ['TRACE', '/notes', '405 PGRST117'],
      ['DELETE', '/rpc/add', '405 PGRST101'],
      ['PATCH', '/rpc/add', '405 PGRST101'],
    ] as const) {
      assert.equal(
        refusal(() => target(method, path)),
        expected,
        `${method} ${path}`,
      )
    }
  })

  test('GET rpc treats a value that looks like a filter as one, and everything else as an argument', () => {
    const { args, where } = parse(raw('GET', '/rpc/f', 'a=1&b=x.y&c=eq.2&d=is.this&e=in.(1)&a=3&f=eqx.1'))
    assert.deepEqual(args, [
      ['a', '1'],
      ['b', 'x.y'],
      ['d', 'is.this'],
      ['a', '3'],
      ['f', 'eqx.1'],
    ])
    assert.equal(where.length, 2)
  })

  test('headers visible to functions contain no credentials', () => {
    const { headers } = get('', {
      apikey: 'k',
      authorization: 'b',
      cookie: 'c',
      'x-client-info': 'i',
      origin: 'o',
    })
    assert.deepEqual(JSON.parse(headers), { origin: 'o', 'x-client-info': 'i' })
  })
})

describe('body', () => {
  test('accepts an object, or a list of objects with equal keys', () => {
    assert.deepEqual(post('{"a":1,"b":[2]}').payload, {
      json: '{"a":1,"b":[2]}',
      shape: 'object',
      keys: ['a', 'b'],
    })
    assert.deepEqual(post('[{"a":1},{"a":2}]').payload!.keys, ['a'])
    assert.deepEqual(post('[]').payload, { json: '[]', shape: 'list', keys: [] })
    assert.equal(
      refusal(() => post('[{"a":1},{"b":2}]')),
      '400 PGRST102',
    )
    assert.deepEqual(post('[{"a":1},{"b":2}]', 'columns="a","b"').columns, ['a', 'b'])
    assert.equal(
      refusal(() => post(`[${Array(10_001).fill('{}').join(',')}]`)),
      '413 PGRST102',
    )
  })

  test('[G16] rejects invalid JSON, deep nesting, ambiguous keys and prototype pollution', () => {
    for (const bad of [
      '',
      '{"a":',
      '[1]',
      '[[{"a":1}]]',
      '{"a":1,"a":2}',
      '{"a":1,"\\u0061":2}',
      '[{"a":1},{"a":1,"a":2}]',
      '{"data":{"x":1,"x":2}}',
      '{"__proto__":{"admin":true}}',
      '{"data":{"__pro\\u0074o__":{}}}',
      '{"constructor":{"prototype":{"admin":true}}}',
      `{"data":${'['.repeat(10_000)}${']'.repeat(10_000)}}`,
      '['.repeat(500_000),
      `{"a":${'{"b":'.repeat(101)}1${'}'.repeat(101)}}`,
    ]) {
      assert.equal(
        refusal(() => post(bad)),
        '400 PGRST102',
        bad.slice(0, 40),
      )
    }
    assert.equal(({} as { admin?: boolean }).admin, undefined)
  })

  test('accepts keys that only look repeated: in other objects, in strings, or the word constructor', () => {
    const text =
      '{"data":{"a":{"b":1},"c":{"b":2},"constructor":"x"},"title":"\\"a\\":1, \\\\","list":[{"a":1},{"a":2}]}'
    assert.deepEqual(post(text).payload!.keys, ['data', 'title', 'list'])
  })

  test('rejects invalid UTF-8', () => {
    const bytes = {
      ...raw('POST', '/notes'),
      body: new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]),
    }
    assert.equal(
      refusal(() => parse(bytes)),
      '400 PGRST102',
    )
  })

  test('[P09] accepts JSON in UTF-8, or a form', () => {
    for (const type of [
      'application/json',
      'application/json; charset=utf-8',
      'Application/JSON;charset="UTF-8"',
    ]) {
      assert.equal(
        refusal(() => post('{}', '', { 'content-type': type })),
        'accepted',
        type,
      )
    }
    for (const type of [
      'text/plain',
      'text/xml',
      'application/json; charset=utf-7',
      'application/json;charset=utf-16',
    ]) {
      assert.equal(
        refusal(() => post('{}', '', { 'content-type': type })),
        '415 PGRST102',
        type,
      )
    }
    const form = post('title=a+b&score=1', '', {
      'content-type': 'application/x-www-form-urlencoded',
    }).payload!
    assert.deepEqual(JSON.parse(form.json), { title: 'a b', score: '1' })
  })

  test('a function accepts no body, or any JSON', () => {
    const call = (body: string) => parse(raw('POST', '/rpc/f', '', {}, body)).payload!
    assert.equal(call('').json, '{}')
    assert.equal(call('[1,2]').shape, 'list')
    assert.equal(call('5').shape, 'other')
  })
})

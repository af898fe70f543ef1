import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Role } from '#kernel/db/claims.ts'
import { makeCatalogue } from '../catalogue/catalogue.ts'
import { RestError } from '../errors/table.ts'
import { parse } from '../parse.ts'
import { plan } from '../plan.ts'
import { sql } from '../sql.ts'

/**
 * Authors and their books: the SQL of embeddings, and what is rejected before any SQL. Without a database.
 */
const everyone: Role[] = ['anon', 'authenticated', 'end_user', 'service_role']
const column = (name: string, number: number, base = 'text', readers: Role[] = everyone) => {
  return { name, number, type: base, base, default: null, readers }
}
const catalogue = makeCatalogue(
  [
    {
      name: 'authors',
      oid: 1,
      key: ['id'],
      columns: [column('id', 1, 'int4'), column('name', 2), column('raw', 3, 'json')],
    },
    {
      name: 'books',
      oid: 2,
      key: ['id'],
      columns: [
        column('id', 1, 'int4'),
        column('title', 2),
        column('author_id', 3, 'int4'),
        column('secret', 4, 'text', ['service_role']),
        column('hidden_id', 5, 'int4', ['service_role']),
      ],
    },
  ],
  [],
  {
    keys: [
      {
        name: 'by_author',
        holder: 2,
        columns: [3],
        referenced: 1,
        refers: [1],
        unique: false,
        holderKey: [1],
      },
      {
        name: 'by_hidden',
        holder: 2,
        columns: [5],
        referenced: 1,
        refers: [1],
        unique: false,
        holderKey: [1],
      },
    ],
    views: [],
  },
)

function compiled(path: string, role: Role = 'authenticated', aggregates = false) {
  const [table = '', query = ''] = path.split(/\?(.*)/s)
  const planned = plan(
    parse({ method: 'GET', path: table, query, header: () => undefined }),
    catalogue,
    role,
    aggregates,
  )
  assert(planned.kind === 'read')
  return sql(planned)
}
/** The inner select of a statement, without the aggregation to one text. */
function rowsOf(path: string, aggregates = false): string {
  const { text } = compiled(path, 'authenticated', aggregates)
  return / from \((select .*)\) as r$/s.exec(text)![1]!
}
function refused(path: string, role?: Role): string {
  try {
    compiled(path, role)
    return 'accepted'
  } catch (error) {
    assert(error instanceof RestError, String(error))
    return `${error.status} ${error.code}`
  }
}

describe('embedding as SQL', () => {
  test('a list is a subquery in the select, computed only for the rows of the page', () => {
    assert.equal(
      rowsOf(
        '/authors?select=name,books(id,title)&books.id=gt.5&books.order=title.desc&books.limit=3&limit=2',
      ),
      `select m."name" as "name", coalesce((select json_agg(e1r.*) from (select e1."id" as "id", e1."title" as "title"` +
        ` from "public"."books" as e1 where e1."author_id" = m."id" and (e1."id" > $1) order by e1."title" desc` +
        ` limit 3) as e1r), '[]') as "books" from "public"."authors" as m limit 2`,
    )
  })

  test('a row by a key has no limit; a filter on rows with a match is an exists', () => {
    assert.equal(
      rowsOf('/books?select=id,a:authors!inner(name)&a.name=eq.x'),
      `select m."id" as "id", (select row_to_json(e1r.*) from (select e1."name" as "name" from "public"."authors" as e1` +
        ` where e1."id" = m."author_id" and (e1."name" = $2)) as e1r) as "a" from "public"."books" as m` +
        ` where exists (select from "public"."authors" as e1 where e1."id" = m."author_id" and (e1."name" = $1)) limit 1000`,
    )
    assert.match(
      rowsOf('/authors?select=id,books()&books=is.null'),
      /where not exists \(select from "public"\."books" as e1 where/,
    )
    assert.doesNotMatch(rowsOf('/authors?select=id,books()&books=is.null'), /json_agg/)
  })

  test('spread rows and embedded columns to order by are joins', () => {
    assert.equal(
      rowsOf('/books?select=id,...authors(name)&order=authors(name)'),
      `select m."id" as "id", e1s.c0 as "name" from "public"."books" as m left join lateral (select e1."name" as c0` +
        ` from "public"."authors" as e1 where e1."id" = m."author_id") as e1s on true order by e1s.c0 limit 1000`,
    )
    assert.match(
      rowsOf('/books?select=id,authors(id)&order=authors(name).desc'),
      / left join lateral \(select e1\."name" as c0 from .* as e1o on true order by e1o\.c0 desc limit 1000$/,
    )
    assert.match(
      rowsOf('/authors?select=...books(title)'),
      /\(select coalesce\(json_agg\(e1r\.c0\), '\[\]'\) as c0 from \(select/,
    )
  })

  test('aggregates are grouped by all other keys, JSON by its text; aggregates of a spread row move up', () => {
    assert.equal(
      rowsOf('/authors?select=name,raw,n:id.sum()::text', true),
      `select m."name" as "name", (m."raw"::text)::json as "raw", cast(sum(m."id") as text) as "n"` +
        ` from "public"."authors" as m group by m."name", m."raw"::text limit 1000`,
    )
    assert.match(
      rowsOf('/books?select=title,...authors(count())', true),
      /count\(e1s\.c0\) as "count" .* group by m\."title" limit/,
    )
  })

  test('at most 1,000 rows at any level, and a size limit for responses with embedded rows', () => {
    const { text } = compiled('/authors?select=books(authors(books(id)))&books.limit=5000')
    assert.equal(text.match(/ limit 1000\)/g)!.length, 3)
    assert.match(text, /octet_length/)
    assert.doesNotMatch(compiled('/authors').text, /octet_length/)
  })

  test('text from the caller appears in a statement only as quoted aliases', () => {
    const hostile = `x"; drop table t; --`
    const alias = encodeURIComponent(`"${hostile.replaceAll('"', '\\"')}"`)
    const { text, values } = compiled(
      `/authors?select=${alias}:books(${alias}:title)&${alias}.title=eq.${encodeURIComponent(hostile)}`,
    )
    assert.doesNotMatch(text.replaceAll(`"x""; drop table t; --"`, ''), /drop/)
    assert.deepEqual(values, [hostile])
  })
})

describe('rejected before any SQL', () => {
  const cases: [string, string, Role?][] = [
    ['/books?select=authors!by_hidden(name)', '401 42501', 'anon'],
    ['/books?select=authors(name)', '300 PGRST201', 'service_role'],
    ['/books?select=authors(name)', 'accepted', 'anon'],
    ['/authors?select=books(secret)', '403 42501'],
    ['/authors?select=books(id)&books.secret=eq.a', '403 42501'],
    ['/authors?select=books(id)&books.order=secret', '403 42501'],
    ['/authors?select=books(id)&books.or=(id.eq.1,not.and(secret.eq.1))', '403 42501'],
    ['/books?select=id,authors(name)&order=authors(nope)', '400 42703'],
    ['/authors?select=books(id)&books.authors.id=eq.1', '400 PGRST108'],
    ['/authors?select=id,books(id)&order=books(id)', '400 PGRST118'],
    ['/authors?select=id,books(id)&books=eq.1', '400 PGRST120'],
    ['/authors?select=id,books(id.sum())', '400 PGRST123'],
    ['/authors?select=id,boks(id)', '400 PGRST200'],
    [`/authors?select=${'a'.repeat(64)}:books(id)`, '400 PGRST100'],
    ['/authors?select=books(id)&books.limit=-1', '416 PGRST103'],
  ]
  for (const [path, expected, role] of cases) {
    test(`${role ?? ''} ${path.slice(0, 80)} → ${expected}`, () => {
      // Whether 42501 becomes 401 is decided when the error is rendered.
      assert.equal(refused(path, role), expected.replace('401 ', '403 '))
    })
  }
})

// The data API must respond with what plain SQL returns under the same role. Each request is made together
// with equivalent SQL, written as simply as possible and independently of the code under test. Both results
// are compared completely.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Claims } from '#kernel/db/claims.ts'
import { actAs } from '#testing/act-as.ts'
import { seeded } from '#testing/random.ts'
import { restApp } from '#testing/rest-app.ts'

/** Number of requests. For a longer run: npm run campaign fuzz */
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 1500)
const SEED = Number(process.env.FUZZ_SEED ?? 20261121)
/** Milliseconds. The time limit of a statement for creators or visitors, plus a margin for the machine. */
const MAX_MS = 8000 + 2000

const { below, pick, chance, several } = seeded(SEED)
const rest = await restApp()

const A = actAs.creator('00000000-0000-4000-8000-00000000000a')
const B = actAs.creator('00000000-0000-4000-8000-00000000000b')
const TENANT = '00000000-0000-4000-8000-0000000000aa'
const READERS: Claims[] = [A, A, B, actAs.anonymous(), actAs.visitor(TENANT), actAs.endUser(TENANT)]

/** A condition in both forms: as the request writes it, and as SQL in which the rows are called `t`. */
interface Said {
  requestText: string
  sql: string
}

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`
/** Quotes a value inside a list or a logical tree. */
const listed = (text: string) => (/^[\w.:-]+$/.test(text) ? text : `"${text.replace(/["\\]/g, '\\$&')}"`)

/** Columns by applicable operators, with values that occur in the data and values that do not. */
const NUMBERS = ['id', 'score', 'price']
const TEXTS = ['title', '"Odd name-1"']
const WORDS = [
  'First note',
  'Third, (odd)',
  'odd',
  'Note 7',
  'x',
  '',
  'a"b',
  "it's",
  'back\\slash',
  'null',
  '5,5)',
]
const TAGS = ['{a}', '{a,b}', '{z}', '{}']
const COMPARED: [string, string][] = [
  ['eq', '='],
  ['neq', '<>'],
  ['gt', '>'],
  ['gte', '>='],
  ['lt', '<'],
  ['lte', '<='],
  ['isdistinct', 'is distinct from'],
]

/** @param inside in a logical tree: a dot follows the name, and values with special characters are quoted */
function condition(inside: boolean): Said {
  const join = inside ? '.' : '='
  const valued = (text: string) => (inside ? listed(text) : encodeURIComponent(text))
  const simple = (): Said => {
    const kind = pick([
      'number',
      'number',
      'text',
      'text',
      'is',
      'tags',
      'range',
      'json',
      'search',
      'list',
      'any',
    ])
    if (kind === 'number') {
      const [name, [operator, sign], value] = [pick(NUMBERS), pick(COMPARED), String(below(40) - 2)]
      return { requestText: `${name}${join}${operator}.${value}`, sql: `t.${name} ${sign} ${value}` }
    }
    if (kind === 'text') {
      const [name, [operator, sign], value] = [pick(TEXTS), pick(COMPARED), pick(WORDS)]
      return {
        requestText: `${name}${join}${operator}.${valued(value)}`,
        sql: `t.${name} ${sign} ${quoted(value)}`,
      }
    }
    if (kind === 'is') {
      const [name, value] = pick([
        ['score', 'null'],
        ['mood', 'not_null'],
        ['done', 'true'],
        ['done', 'false'],
        ['done', 'unknown'],
      ])
      return { requestText: `${name}${join}is.${value}`, sql: `t.${name} is ${value.replace('_', ' ')}` }
    }
    if (kind === 'tags') {
      const [operator, sign] = pick([
        ['cs', '@>'],
        ['cd', '<@'],
        ['ov', '&&'],
        ['eq', '='],
      ])
      const value = pick(TAGS)
      return {
        requestText: `tags${join}${operator}.${valued(value)}`,
        sql: `t.tags ${sign} ${quoted(value)}::text[]`,
      }
    }
    if (kind === 'range') {
      const [operator, sign] = pick([
        ['ov', '&&'],
        ['sl', '<<'],
        ['sr', '>>'],
        ['nxr', '&<'],
        ['nxl', '&>'],
        ['adj', '-|-'],
        ['cs', '@>'],
      ])
      const low = below(6)
      const value = `[${low},${low + 1 + below(4)})`
      return {
        requestText: `span${join}${operator}.${valued(value)}`,
        sql: `t.span ${sign} ${quoted(value)}::int4range`,
      }
    }
    if (kind === 'json') {
      const value = String(below(6))
      return pick([
        { requestText: `data->>size${join}eq.${value}`, sql: `t.data ->> 'size' = ${quoted(value)}` },
        { requestText: `data->size${join}gte.${value}`, sql: `t.data -> 'size' >= ${quoted(value)}::jsonb` },
        { requestText: `data->deep->>name${join}is.null`, sql: `t.data -> 'deep' ->> 'name' is null` },
        { requestText: `data${join}cs.${valued(`{"size":${value}}`)}`, sql: `t.data @> '{"size":${value}}'` },
      ])
    }
    if (kind === 'search') {
      const [operator, call] = pick([
        ['fts', 'to_tsquery'],
        ['plfts', 'plainto_tsquery'],
        ['wfts', 'websearch_to_tsquery'],
        ['phfts', 'phraseto_tsquery'],
      ])
      const value = pick(['first', 'note', 'odd', 'nothing'])
      return { requestText: `words${join}${operator}.${value}`, sql: `t.words @@ ${call}(${quoted(value)})` }
    }
    if (kind === 'list') {
      const values = several(3, () => pick(WORDS.filter(Boolean)))
      const list = values.map(listed).join(',')
      return {
        requestText: `title${join}in.(${inside ? list : encodeURIComponent(list)})`,
        sql: `t.title in (${values.map(quoted).join(', ')})`,
      }
    }
    const [quantifier, bond] = pick([
      ['any', ' or '],
      ['all', ' and '],
    ])
    const patterns = several(3, () => pick(['F*', '*note*', 'Note*', '*o*']))
    const likes = patterns.map((pattern) => `t.title ilike ${quoted(pattern.replaceAll('*', '%'))}`)
    return {
      requestText: `title${join}ilike(${quantifier}).{${patterns.join(',')}}`,
      sql: `(${likes.join(bond)})`,
    }
  }
  const { requestText, sql } = simple()
  if (!chance(0.25)) return { requestText, sql: `(${sql})` }
  const [name, rest_] = [
    requestText.slice(0, requestText.indexOf(join)),
    requestText.slice(requestText.indexOf(join) + 1),
  ]
  return { requestText: `${name}${join}not.${rest_}`, sql: `(not (${sql}))` }
}

function tree(depth: number): Said {
  if (depth > 3 || chance(0.5)) return condition(true)
  const kind = pick(['and', 'or'])
  const negated = chance(0.3)
  const parts = several(3, () => tree(depth + 1))
  return {
    requestText: `${negated ? 'not.' : ''}${kind}(${parts.map(({ requestText }) => requestText).join(',')})`,
    sql: `(${negated ? 'not ' : ''}(${parts.map(({ sql }) => sql).join(` ${kind} `)}))`,
  }
}

function where(): Said[] {
  const found = Array.from({ length: below(3) }, () => condition(false))
  if (chance(0.35)) {
    const kind = pick(['and', 'or'])
    const parts = several(3, () => tree(0))
    found.push({
      requestText: `${kind}=(${encodeURIComponent(parts.map(({ requestText }) => requestText).join(','))})`,
      sql: `(${parts.map(({ sql }) => sql).join(` ${kind} `)})`,
    })
  }
  return found
}

const OUTPUTS: Said[] = [
  { requestText: 'id', sql: 't.id' },
  { requestText: 'title', sql: 't.title' },
  { requestText: 'tags', sql: 't.tags' },
  { requestText: 'data', sql: 't.data' },
  { requestText: 'price', sql: 't.price' },
  { requestText: 'span', sql: 't.span' },
  { requestText: 'created_at', sql: 't.created_at' },
  { requestText: 'mood', sql: 't.mood' },
  { requestText: 'points:score', sql: 't.score as points' },
  { requestText: 'size:data->size', sql: `t.data -> 'size' as size` },
  { requestText: 'name:data->deep->>name', sql: `t.data -> 'deep' ->> 'name' as name` },
  { requestText: 'words:score::text', sql: 't.score::text as words' },
  { requestText: '"Odd name-1"', sql: 't."Odd name-1"' },
]
const EVERYTHING =
  't.id, t.owner, t.title, t.tags, t.data, t.raw, t.score, t.price, t.mood, t.done, t.span, t.words, t."Odd name-1", t.created_at'

function output(): Said {
  if (chance(0.3)) return { requestText: '', sql: EVERYTHING }
  const chosen = OUTPUTS.filter(() => chance(0.4))
  if (chosen.length === 0) return { requestText: 'select=id', sql: 't.id' }
  return {
    requestText: `select=${encodeURIComponent(chosen.map(({ requestText }) => requestText).join(','))}`,
    sql: chosen.map(({ sql }) => sql).join(', '),
  }
}

function order(): Said {
  const terms = chance(0.5)
    ? several(2, (): Said => {
        const [name, direction, nulls] = [
          pick(['score', 'price', 'mood', 'title']),
          pick(['', 'asc', 'desc']),
          pick(['', 'first', 'last']),
        ]
        return {
          requestText: [name, direction, nulls && `nulls${nulls}`].filter(Boolean).join('.'),
          sql: `t.${name} ${direction} ${nulls && `nulls ${nulls}`}`,
        }
      })
    : []
  // Order by the key last, so that there is only one correct result.
  return {
    requestText: `order=${[...terms.map(({ requestText }) => requestText), 'id'].join(',')}`,
    sql: `order by ${[...terms.map(({ sql }) => sql), 't.id'].join(', ')}`,
  }
}

function page(): Said {
  const limit = chance(0.3) ? below(12) : undefined
  const offset = chance(0.2) ? below(6) : undefined
  return {
    requestText: [limit !== undefined && `limit=${limit}`, offset !== undefined && `offset=${offset}`]
      .filter(Boolean)
      .join('&'),
    sql: `${limit === undefined ? '' : `limit ${limit}`} ${offset === undefined ? '' : `offset ${offset}`}`,
  }
}

const address = (path: string, ...parts: string[]) => {
  const query = parts.filter(Boolean).join('&')
  return query === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${query}`
}

const CHANGES: Said[] = [
  { requestText: '{"title":"changed"}', sql: `title = 'changed'` },
  { requestText: '{"score":1,"mood":"glad"}', sql: `score = 1, mood = 'glad'` },
  { requestText: '{"tags":["q","a,b"]}', sql: `tags = '{q,"a,b"}'` },
  { requestText: '{"data":{"size":9},"price":1.10}', sql: `data = '{"size": 9}', price = 1.10` },
  { requestText: '{"score":null}', sql: 'score = null' },
]

interface Question {
  as: Claims
  method: string
  address: string
  init: RequestInit
  /** Statement whose rows are the expected result. */
  sql: string
  total?: string
}

function read(): Question {
  const [from, path] = pick([
    ['public.notes', '/notes'],
    ['public.notes', '/notes'],
    ['public.notes_above(10)', '/rpc/notes_above?low=10'],
  ])
  const [shown, conditions, sorted, cut] = [output(), where(), order(), page()]
  const filtered = conditions.length ? ` where ${conditions.map(({ sql }) => sql).join(' and ')}` : ''
  return {
    as: pick(READERS),
    method: 'GET',
    address: address(
      path,
      shown.requestText,
      ...conditions.map(({ requestText }) => requestText),
      sorted.requestText,
      cut.requestText,
    ),
    init: { headers: { prefer: 'count=exact' } },
    sql: `select ${shown.sql} from ${from} t${filtered} ${sorted.sql} ${cut.sql}`,
    total: `select count(*) as total from ${from} t${filtered}`,
  }
}

/** Writes, responds and rolls back, in both forms. */
function write(): Question {
  const conditions = [condition(false), ...where()]
  const filtered = conditions.map(({ sql }) => sql).join(' and ')
  const [shown, change, removes] = [output(), pick(CHANGES), chance(0.4)]
  const verb = removes ? 'delete from public.notes t' : `update public.notes t set ${change.sql}`
  return {
    as: A,
    method: removes ? 'DELETE' : 'PATCH',
    address: address('/notes', shown.requestText, ...conditions.map(({ requestText }) => requestText)),
    init: {
      headers: { prefer: 'return=representation,tx=rollback', 'content-type': 'application/json' },
      ...(removes ? {} : { body: change.requestText }),
    },
    sql: `${verb} where ${filtered} returning ${shown.sql}`,
  }
}

class Undone extends Error {}

/** The rows in PostgreSQL's JSON format with their count regardless of the page; or the code of its error. */
async function plainly({
  as,
  sql,
  total,
}: Question): Promise<{ rows?: string[]; total?: number; code?: string }> {
  let found: { rows?: string[]; total?: number } = {}
  try {
    await rest.database.transaction(as, { timeoutMs: 8000 }, async (query) => {
      const { rows } = await query(`with r as (${sql}) select row_to_json(r)::text as row from r`)
      found = { rows: rows.map(({ row }: { row: string }) => row) }
      if (total) found.total = Number((await query(total)).rows[0].total)
      throw new Undone()
    })
  } catch (thrown) {
    if (thrown instanceof Undone) return found
    return { code: (thrown as { code?: string }).code ?? String(thrown) }
  }
  return found
}

before(async () => {
  await rest.owner.query(`
    insert into public.notes (id, owner, title, tags, data, score, price, mood, done, span)
    select 1000 + i,
      (array[null, null, '${A.sub}', '${A.sub}', '${B.sub}'])[1 + i % 5]::uuid,
      (array['Note ' || i, 'odd', 'it''s', 'a"b', 'back\\slash', '5,5)', 'x'])[1 + i % 7],
      (array['{}', '{a}', '{a,b}', '{z}'])[1 + i % 4]::text[],
      case when i % 3 = 0 then '{}' else jsonb_build_object('size', i % 6) end,
      nullif(i % 23, 0), (i % 17) * 1.25, (array['calm', 'glad', null])[1 + i % 3]::public.mood,
      (array[true, false, null])[1 + i % 3], int4range(i % 5, i % 5 + 3)
    from generate_series(1, 120) i`)
})

test('[G19] every response equals plain SQL under the same role: rows, columns, order, totals and errors', async () => {
  const counted = { rows: 0, empty: 0, refused: 0, written: 0, slowest: 0 }
  for (let i = 0; i < REQUESTS; i++) {
    const question = chance(0.85) ? read() : write()
    const startedAt = performance.now()
    const answer = await rest.ask(question.as, question.method, question.address, question.init)
    const took = performance.now() - startedAt
    const expected = await plainly(question)
    const what = `seed ${SEED}, request ${i}: ${question.as.role} ${question.method} ${question.address}\n${question.sql}\n→ ${answer.status} ${answer.text.slice(0, 300)}`
    assert(took < MAX_MS, `${took} ms: ${what}`)
    counted.slowest = Math.max(counted.slowest, took)
    if (expected.code !== undefined) {
      assert(answer.status >= 400 && answer.status < 500, `PostgreSQL says ${expected.code}: ${what}`)
      counted.refused++
      continue
    }
    // With a total, an offset beyond the end is an error of the protocol, not of the database.
    const offset = Number(/offset=(\d+)/.exec(question.address)?.[1] ?? 0)
    if (expected.total !== undefined && offset > expected.total) {
      assert.equal(answer.status, 416, what)
      continue
    }
    const rows = expected.rows!.map((row) => JSON.parse(row))
    const ordered = question.method === 'GET' ? answer.json : inOrder(answer.json)
    assert.deepEqual(ordered, question.method === 'GET' ? rows : inOrder(rows), what)
    if (expected.total !== undefined)
      assert.equal(answer.headers.get('content-range')?.split('/')[1], String(expected.total), what)
    if (question.method !== 'GET' && rows.length > 0) counted.written++
    counted[rows.length > 0 ? 'rows' : 'empty']++
  }
  if (process.env.FUZZ_SHOW) console.log(counted)
  assert(counted.rows > REQUESTS / 3 && counted.written > REQUESTS / 100, JSON.stringify(counted))
})

const inOrder = (rows: unknown[]) =>
  rows.map((row) => JSON.stringify(row)).toSorted((a, b) => (a < b ? -1 : 1))

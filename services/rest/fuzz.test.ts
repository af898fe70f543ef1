import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ANONYMOUS } from '#kernel/db/claims.ts'
import type { Claims } from '#kernel/db/claims.ts'
import { actAs } from '#testing/act-as.ts'
import { seeded } from '#testing/random.ts'
import { restApp } from '#testing/rest-app.ts'

/** Number of requests. For a longer run: npm run campaign fuzz */
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 2500)
const SEED = Number(process.env.FUZZ_SEED ?? 20261120)

const A = actAs.creator('00000000-0000-4000-8000-00000000000a')
const TENANT = '00000000-0000-4000-8000-0000000000aa'
const PRINCIPALS: Claims[] = [ANONYMOUS, actAs.visitor(TENANT), actAs.endUser(TENANT), A, A, A]

const { below, pick, chance, several } = seeded(SEED)
const some = (most: number, make: () => string) => several(most, make).join(',')

/** Probability of a random choice instead of a fitting one. */
const ODD = 0.04

/** Operators with matching operands, by kind of column. */
const FITTING: Record<string, string[]> = {
  number: [
    'eq.1',
    'neq.2',
    'gt.0',
    'lte.20',
    'in.(1,2,10)',
    'is.null',
    'isdistinct.3',
    'eq(any).{1,2}',
    'not.gte.5',
  ],
  text: [
    'eq.First note',
    'like.*note*',
    'ilike(any).{F*,s*}',
    'match.^[A-Z]',
    'imatch.n',
    'gt.A',
    'plfts.note',
    'in.("a,b",x)',
  ],
  json: ['cs.{"size":3}', 'cd.{"size":5}', 'is.null', 'eq.{}', 'not.is.null'],
  array: ['cs.{a}', 'cd.{a,b,c}', 'ov.{b}', 'eq.{}', 'not.ov.{z}'],
  range: ['ov.[1,3)', 'sl.[5,9)', 'sr.(0,1)', 'nxr.[1,9)', 'nxl.[1,2)', 'adj.[5,6)', 'cs.2'],
  words: ['fts.note', 'wfts(english).first -second', 'phfts(simple).a b', 'fts.first & !second'],
  bool: ['is.true', 'is.unknown', 'eq.false', 'not.is.false'],
  time: ['gt.2020-01-01', 'lt.now', 'eq.infinity', 'gte.2026-01-02T03:04:05Z'],
  mood: ['eq.calm', 'in.(calm,glad)', 'gt.calm'],
}
const NOTES: Record<string, string> = {
  id: 'number',
  title: 'text',
  tags: 'array',
  data: 'json',
  score: 'number',
  price: 'number',
  mood: 'mood',
  done: 'bool',
  span: 'range',
  words: 'words',
  created_at: 'time',
  '"Odd name-1"': 'text',
}
const RELATIONS: Record<string, Record<string, string>> = {
  '/notes': NOTES,
  '/cards': { id: 'number', key: 'text', name: 'text' },
  '/stock': { shop: 'text', sku: 'text', code: 'text', quantity: 'number' },
  '/movements': { id: 'number', shop: 'text', sku: 'text' },
  '/titles': { id: 'number', title: 'text' },
  '/tenants': { id: 'number', name: 'text', theme: 'json', public_key: 'text' },
  '/closed': { id: 'number' },
  '/rpc/notes_above?low=1': NOTES,
  '/rpc/pairs?count=9': { n: 'number', square: 'number' },
  '/rpc/one_note?wanted=1': NOTES,
}
const CALLS: [path: string, args: string[]][] = [
  ['/rpc/add', ['a', 'b']],
  ['/rpc/shout', ['words']],
  ['/rpc/all_of', ['parts']],
  ['/rpc/numbers', ['count']],
  ['/rpc/whole', ['x']],
  ['/rpc/twice', ['a']],
  ['/rpc/hidden', []],
  ['/rpc/seen', []],
  ['/rpc/write_note', ['title']],
]
const OPERATORS =
  'eq neq gt gte lt lte like ilike match imatch is isdistinct in cs cd ov sl sr nxr nxl adj fts plfts phfts wfts xx'.split(
    ' ',
  )
const VALUES = [
  '',
  '1',
  '-1',
  '99999999999999999999',
  '1e400',
  'NaN',
  'null',
  'true',
  'x',
  '{a,b}',
  '{',
  '[1,5)',
  '[5,1)',
  '(1,2)',
  '("a","b")',
  '()',
  'now',
  '-infinity',
  '2026-13-01',
  '00000000-0000-4000-8000-00000000000a',
  '{"a":1}',
  '[]',
  '*',
  '%25',
  '(',
  '[[:x:]]',
  '(a*)*\\1',
  '\\',
  "'",
  '"',
  '%zz',
  '%ff',
  '%00',
  '%f0%9f%8d%9e',
  'a %26 b',
  'angry',
  'a|b',
  '!',
  'pk_one',
]
const ODD_COLUMNS = ['secret', 'nope', 'xmin', 'ctid', 'tableoid', '*', '', '"', 'owner', 'raw']
const TYPES = [
  'text',
  'text',
  'text',
  'int',
  'uuid',
  'jsonb',
  'date',
  'regclass',
  'oid',
  'bool',
  'double precision',
  'x',
]
const STEPS = ['->a', '->>size', '->deep->>name', '->0', '->>-1', '->99999999999', '->"x y"', '->']

const value = () => (chance(0.05) ? 'x'.repeat(below(3000)) : pick(VALUES))
const plus = () => pick(['+', '%20'])

class Query {
  readonly columns: Record<string, string>
  constructor(columns: Record<string, string>) {
    this.columns = columns
  }
  column = () => pick(chance(ODD) ? ODD_COLUMNS : Object.keys(this.columns))
  path = () => (chance(0.08) ? pick(STEPS) : '')
  item = () =>
    `${chance(0.1) ? `${pick(['a', 'é', '"q q"', 'b-c'])}:` : ''}${this.column()}${this.path()}` +
    `${chance(0.08) ? `::${pick(TYPES)}` : ''}${chance(ODD) ? pick(['(*)', '.sum()', '!x(id)', '.x']) : ''}`
  filter(join: string): string {
    const name = this.column()
    if (chance(ODD))
      return `${name}${this.path()}${join}${pick(OPERATORS)}${pick(['', '(any)', '(x)'])}.${value()}`
    return `${name}${join}${pick(FITTING[this.columns[name] ?? 'text']!)}`
  }
  tree(depth: number): string {
    if (depth > 3 || chance(0.6)) return this.filter('.')
    return `${pick(['and', 'or', 'not.and', 'not.or'])}(${some(3, () => this.tree(depth + 1))})`
  }
  term = () =>
    `${this.column()}${pick(['', '.asc', '.desc'])}${pick(['', '', '.nullsfirst', '.nullslast', chance(ODD) ? '.x' : ''])}`
  text(): string {
    const parts: string[] = []
    if (chance(0.6)) parts.push(`select=${chance(0.1) ? '*,' : ''}${some(4, this.item)}`)
    for (let i = below(3); i > 0; i--) parts.push(this.filter('='))
    if (chance(0.15)) parts.push(`${pick(['and', 'or', 'not.or'])}=(${some(3, () => this.tree(0))})`)
    if (chance(0.25)) parts.push(`order=${some(3, this.term)}`)
    if (chance(0.2)) parts.push(`limit=${chance(0.2) ? value() : below(5)}`)
    if (chance(0.2)) parts.push(`offset=${chance(0.2) ? value() : below(5)}`)
    if (chance(ODD)) parts.push(`columns=${some(3, this.column)}`)
    if (chance(ODD)) parts.push(`on_conflict=${some(2, this.column)}`)
    return parts.join('&').replaceAll('"', '%22').replaceAll(' ', plus())
  }
}

const ODD_JSON = [
  1e308,
  null,
  true,
  '',
  [],
  {},
  [1, 'a'],
  { a: { b: [null] } },
  '\u0000',
  '\ud800',
  1e20,
  '{"a":1}',
]
function fittingJson(kind: string): unknown {
  if (chance(ODD)) return pick(ODD_JSON)
  if (kind === 'number') return below(50)
  if (kind === 'json') return { size: below(9) }
  if (kind === 'array') return ['a', 'b']
  if (kind === 'bool') return chance(0.5)
  return kind === 'mood' ? 'glad' : kind === 'range' ? '[1,2)' : `t${below(30)}`
}
function body(columns: Record<string, string>, method: string): string {
  if (method === 'PATCH') return change(columns)
  const names = Object.keys(columns).filter((name) => !/"|words|created_at|^id$/.test(name))
  const row = (keys: string[]) => ({
    ...(columns === NOTES && { owner: A.sub, title: 'made' }),
    ...(columns.shop && { shop: `s${below(20)}`, sku: `k${below(20)}` }),
    ...Object.fromEntries(keys.map((key) => [key, fittingJson(columns[key] ?? 'text')])),
  })
  const keys = Array.from({ length: 1 + below(3) }, () => (chance(ODD) ? pick(ODD_COLUMNS) : pick(names)))
  const whole = chance(0.7) ? row(keys) : chance(0.9) ? [row(keys), row(keys)] : pick(ODD_JSON)
  const text = JSON.stringify(whole)
  return chance(ODD) ? mutated(text) : text
}

/** An object with columns that a creator may change. */
function change(columns: Record<string, string>): string {
  const names = Object.keys(columns).filter((name) =>
    /^(title|tags|data|score|price|mood|done|span|code|quantity)$/.test(name),
  )
  const key = chance(ODD) || names.length === 0 ? pick(ODD_COLUMNS) : pick(names)
  return JSON.stringify({ [key]: key === 'code' ? null : fittingJson(columns[key] ?? 'text') })
}

/** Changes, inserts or deletes one character. */
function mutated(text: string): string {
  const at = below(text.length + 1)
  const insert = chance(0.7)
    ? pick(['(', ')', '{', '}', '.', ',', ':', ';', "'", '\\', '*', '&', '=', '->', '%', '%e2', '!'])
    : ''
  return text.slice(0, at) + insert + text.slice(at + below(3))
}

const PREFERENCES = [
  'return=representation',
  'return=representation',
  'return=minimal',
  'return=headers-only',
  'count=exact',
  'count=planned',
  'count=estimated',
  'resolution=merge-duplicates',
  'resolution=ignore-duplicates',
  'missing=default',
  'handling=strict',
  'max-affected=1',
  'tx=rollback',
]
const ACCEPTS = [
  'text/csv',
  'application/vnd.pgrst.object+json',
  '*/*',
  'image/png',
  'application/vnd.pgrst.array+json;nulls=stripped',
  ';;',
  'a/b;q=x',
]
function headers(): Record<string, string> {
  const made: Record<string, string> = {}
  if (chance(0.6)) made.prefer = some(3, () => (chance(ODD) ? 'x=y' : pick(PREFERENCES)))
  if (chance(0.15)) made.accept = pick(ACCEPTS)
  if (chance(0.1)) made.range = pick(['0-1', '0-', '5-', '9-1', 'x', '99999999999999999999-'])
  if (chance(ODD)) made['content-profile'] = pick(['public', 'auth', ''])
  return made
}

interface FuzzRequest {
  as: Claims
  method: string
  address: string
  init: RequestInit
}

function request(): FuzzRequest {
  const kind = pick(['read', 'read', 'read', 'write', 'write', 'call'] as const)
  if (kind === 'call') return call()
  const isWrite = kind === 'write'
  const method = isWrite ? pick(['POST', 'POST', 'PATCH', 'PUT', 'DELETE']) : pick(['GET', 'GET', 'HEAD'])
  const path = isWrite && !chance(0.1) ? pick(['/notes', '/stock']) : pick(Object.keys(RELATIONS))
  const as = isWrite && !chance(0.1) ? A : pick(PRINCIPALS)
  const columns = RELATIONS[path]!
  const text = method === 'POST' && !chance(0.2) ? '' : new Query(columns).text()
  const address = `${path}${path.includes('?') ? '&' : '?'}${chance(0.06) ? mutated(text) : text}`
  return { as, method, address, init: initOf(method, () => body(columns, method)) }
}

function call(): FuzzRequest {
  const [path, args] = pick(CALLS)
  const method = pick(['GET', 'HEAD', 'POST'])
  const given = args.map((name): [string, unknown] => [name, chance(0.8) ? 5 : pick(ODD_JSON)])
  const query = args.map((name) => `${name}=${chance(0.8) ? '5' : value()}`).join('&')
  const address = method === 'POST' ? path : `${path}?${chance(0.06) ? mutated(query) : query}`
  return {
    as: pick(PRINCIPALS),
    method,
    address,
    init: initOf(method, () => JSON.stringify(Object.fromEntries(given))),
  }
}

function initOf(method: string, makeBody: () => string): RequestInit {
  if (method === 'GET' || method === 'HEAD' || method === 'DELETE') return { headers: headers() }
  return { body: makeBody(), headers: { 'content-type': 'application/json', ...headers() } }
}

const rest = await restApp()

test('[G19] no request text causes a 5xx or reveals a foreign row or a column that is not granted', async () => {
  const counted = new Map<string, number>()
  for (let i = 0; i < REQUESTS; i++) {
    const { as, method, address, init } = request()
    const answer = await rest.ask(as, method, address, init)
    const what = `seed ${SEED}, request ${i}: ${as.role} ${method} ${address} ${JSON.stringify(init)} → ${answer.status} ${answer.text.slice(0, 300)}`
    const key = `${method} ${answer.status < 300 ? 'done' : 'refused'}`
    counted.set(key, (counted.get(key) ?? 0) + 1)
    assert(answer.status < 500, what)
    assert.doesNotMatch(answer.text, /CANARY|Note of B/, what)
    if (answer.status >= 400 && method !== 'HEAD') {
      assert.deepEqual(Object.keys(answer.json), ['code', 'message', 'details', 'hint'], what)
    }
  }
  // If every request were rejected, the fuzz test would prove nothing.
  for (const method of ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE']) {
    const done = counted.get(`${method} done`) ?? 0
    const refused = counted.get(`${method} refused`) ?? 0
    assert(done > (done + refused) / 10 && refused > 0, `${method}: ${done} done, ${refused} refused`)
  }
  if (process.env.FUZZ_SHOW) console.log(counted)
  assert.equal((await rest.ask(ANONYMOUS, 'GET', '/notes?select=id')).status, 200)
})

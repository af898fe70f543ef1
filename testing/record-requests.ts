import { seeded } from './random.ts'

/** A random request on the tables `own_kids` and `own_folk`, which the test sends to native tables of the same length of name, too. */
export interface RandomRequest {
  method: string
  path: string
  headers: Record<string, string>
  body?: string
}

/** Columns of `own_kids` with operands that fit. */
const FITTING: Record<string, string[]> = {
  id: [],
  name: [
    'eq.Ann',
    'neq.Bob',
    'like.A*',
    'ilike.*n*',
    'gt.C',
    'lte.Cem',
    'in.(Ann,"Bo,b",x)',
    'is.null',
    'not.is.null',
    'match.^A',
    'isdistinct.Ann',
    'like(any).{A*,B*}',
    'plfts.ann',
  ],
  age: [
    'eq.3',
    'neq.5',
    'gt.2',
    'gte.4',
    'lt.7.5',
    'lte.3',
    'in.(1,2,3)',
    'is.null',
    'isdistinct.4',
    'not.gt.3',
    'eq(any).{1,2}',
  ],
  state: ['eq.open', 'neq.open', 'in.(open,done)', 'is.null', 'gt.d'],
  happy: ['is.true', 'is.false', 'eq.true', 'neq.true', 'not.is.true', 'is.unknown', 'is.null'],
  born: ['eq.2020-02-29', 'gt.2019-06-01', 'lte.2021-01-01', 'is.null', 'in.(2020-02-29,2021-01-01)'],
  seen: ['gt.2026-01-01T00:00:00Z', 'lt.2026-02-01', 'is.null', 'eq.2026-01-15T12:00:00+02:00'],
  tags: ['cs.{a}', 'cd.{a,b}', 'ov.{b,c}', 'eq.{}', 'is.null', 'not.ov.{c}'],
  note: ['eq.long', 'ilike.*LONG*', 'is.null', 'neq.x'],
  code: ['eq.k1', 'like.k*', 'is.null', 'gt.k5'],
  folk: ['is.null', 'not.is.null'],
  friend: ['is.null', 'not.is.null'],
  photo: ['is.null', 'not.is.null'],
  'photo->>name': ['eq.a.txt', 'like.*.txt', 'is.null', 'gt.a.txt'],
  'photo->size': ['eq.10', 'gt.10', 'is.null'],
  score: ['eq.3', 'gte.2', 'in.(1,5)', 'is.null'],
  cost: ['gt.100', 'lte.500', 'neq.300', 'not.is.null'],
  web: ['like.https*', 'eq.https://a.test/', 'is.null'],
  pin: ['eq.AB', 'match.^C', 'is.null', 'gte.B'],
  safe: ['is.null', 'not.is.null', `eq.00000000-0000-7000-8000-000000000001`],
  memo: ['eq.one', 'ilike.*O*', 'gt.one', 'not.is.null'],
  lot: ['gt.2', 'lt.6', 'is.null', 'in.(0,4)'],
  nick: ['eq.Al', 'ilike.b*', 'lt.B', 'is.null'],
  weight: ['gt.1', 'eq.0.5', 'in.(1,1.5)', 'not.is.null'],
}
const COLUMNS = Object.keys(FITTING).filter((name) => !name.includes('>'))
/** Parts of files can be read, filtered and sorted like columns. */
const PATHS = Object.keys(FITTING)
/** What no column accepts, or the caller wrote wrongly. */
const ODD = [
  'eq.',
  'eq.x',
  'gt.99999',
  'like.5',
  'xx.1',
  'in.()',
  'is.maybe',
  'eq.NULL',
  'cs.{',
  'gt.2026-13-01',
  'eq.{a}',
]

/** Values that limits of fields refuse. */
const FAULTS: Record<string, unknown[]> = {
  score: [0, 6],
  cost: [-1, 5001],
  web: ['javascript:alert(1)'],
  pin: ['abc', 'A'],
  memo: ['x'.repeat(11)],
  lot: [100],
}
const SORTED = COLUMNS.filter((name) => name !== 'tags')

export const IDS = Array.from(
  { length: 12 },
  (_, i) => `00000000-0000-7000-8000-0000000000${String(i).padStart(2, '0')}`,
)
export const FOLK = IDS.slice(0, 4)

/** An own table lets a row be deleted that others name, because the trash can bring it back; a foreign key does not. */
const NEVER_DELETED = IDS.slice(0, 9)

/** Makes the requests of one seed. */
export function requestsOf(seed: number) {
  const { below, pick, chance, several } = seeded(seed)
  const some = (most: number, make: () => string) => several(most, make).join(',')
  const encoded = (text: string) =>
    encodeURIComponent(text).replace(/%2C|%3A|%2B/g, (hex) => (hex === '%2B' ? hex : decodeURIComponent(hex)))

  // `secret` is a field that the caller may not see.
  const column = () => (chance(0.04) ? pick(['nothing', 'secret']) : pick(PATHS))
  const operation = (name: string) => {
    if (chance(0.05)) return pick(ODD)
    if (name === 'id' || name === 'friend')
      return pick([
        `eq.${pick(IDS)}`,
        `in.(${pick(IDS)},${pick(IDS)})`,
        `gt.${pick(IDS)}`,
        `neq.${pick(IDS)}`,
      ])
    if (name === 'folk') return pick([`eq.${pick(FOLK)}`, ...FITTING.folk!])
    return pick(FITTING[name] ?? ODD)
  }
  const filter = () => {
    const name = column()
    return `${name}=${encoded(operation(name))}`
  }
  const nestedFilter = (): string => {
    if (chance(0.15))
      return `${pick(['and', 'or', 'not.and', 'not.or'])}(${some(3, nestedFilter) || 'id.not.is.null'})`
    const name = column()
    return `${name}.${operation(name)}`
  }
  const filters = (most: number) => {
    const parts = Array.from({ length: below(most + 1) }, filter)
    if (chance(0.2))
      parts.push(
        `${pick(['or', 'and', 'not.or'])}=${encoded(`(${some(3, nestedFilter) || 'id.not.is.null'})`)}`,
      )
    return parts
  }
  const item = () => {
    const name = column()
    if (name.includes('>')) return pick([name, `it:${name}`])
    return pick([name, name, `it:${name}`, `${name}::text`, ...(name === 'tags' ? [`${name}->0`] : [])])
  }
  const embed = (depth: number): string => {
    const inside = chance(0.3) && depth > 0 ? `name,${embed(depth - 1)}` : pick(['*', 'name', 'id,name'])
    return pick([
      `own_folk(name)`,
      `own_folk!inner(id,name)`,
      `...own_folk(folk_name:name)`,
      `folk(name)`,
      `friend(${inside})`,
      // The rows of an inner list have no order.
      ...(depth > 0 ? [`own_kids(${inside})`, `kids:own_kids!left(name)`] : []),
      ...(depth > 0 ? [`own_kids(count)`] : []),
      `nothing(id)`,
      pick(['safe(id)', 'own_vault(name)']),
    ])
  }
  /** Rows come in the order of their ids, because PostgreSQL chooses any other. */
  const order = () =>
    `order=${[...several(2, () => `${pick(SORTED)}${pick(['', '.asc', '.desc'])}${pick(['', '', '.nullsfirst', '.nullslast'])}`), 'id'].join(',')}`
  const select = () => {
    if (chance(0.15)) return []
    const parts = [...several(4, item), ...(chance(0.3) ? [embed(1)] : [])]
    return [
      `select=${encoded(parts.join(',') || 'id')}`,
      ...(parts.some((part) => part.includes('own_kids')) ? ofKids() : []),
    ]
  }
  const ofKids = () => [
    `own_kids.order=${chance(0.3) ? `${pick(SORTED)}.${pick(['asc', 'desc.nullslast'])},` : ''}id`,
    ...(chance(0.3) ? [`own_kids.age=gt.${below(6)}`] : []),
    ...(chance(0.2) ? [`own_kids.limit=${below(3)}`] : []),
  ]
  /** Rows by what they refer to: its values, whether it exists, its order. */
  const byReference = () => [
    `select=id,name,${pick(['own_folk(name)', 'own_folk!inner(id)', 'own_folk()'])}`,
    pick([
      'own_folk=is.null',
      'own_folk=not.is.null',
      `own_folk.name=${pick(['eq', 'neq', 'gt'])}.${encodeURIComponent('Folk 1')}`,
      `or=${encodeURIComponent('(own_folk.is.null,age.gt.3)')}`,
      `age=lt.${below(7)}`,
    ]),
    `order=own_folk(${pick(['name', 'id'])})${pick(['', '.desc', '.nullsfirst', '.desc.nullslast'])},id`,
  ]
  const page = () => [
    ...(chance(0.3) ? [`limit=${below(6)}`] : []),
    ...(chance(0.2) ? [`offset=${below(8)}`] : []),
  ]

  function read(): RandomRequest {
    const query = chance(0.1)
      ? [...byReference(), ...page()]
      : [...select(), ...filters(2), order(), ...page()]
    const headers: Record<string, string> = {}
    if (chance(0.2)) headers.prefer = `count=${pick(['exact', 'planned', 'estimated'])}`
    if (chance(0.08))
      headers.accept = pick([
        'text/csv',
        'application/vnd.pgrst.object+json',
        'application/vnd.pgrst.array+json;nulls=stripped',
      ])
    if (chance(0.05)) headers.range = `${below(4)}-${below(8)}`
    return { method: chance(0.05) ? 'HEAD' : 'GET', path: `/own_kids?${query.join('&')}`, headers }
  }

  const VALUES: Record<string, () => unknown> = {
    id: () => pick(IDS),
    name: () => pick(['Ann', 'Bob', 'Cem', 'Bo,b', "O'Neil", '😀', '', 'x'.repeat(21)]),
    age: () => pick([1, 2.5, '3', 4, 0, -1, null, 'many', true]),
    state: () => pick(['open', 'done', null, 'other']),
    happy: () => pick([true, false, null, 'true', 'maybe']),
    born: () => pick(['2020-02-29', '2021-01-01', null, '2021-02-29']),
    seen: () => pick(['2026-01-15T10:00:00Z', '2026-02-01T00:00:00+02:00', null, '2026-15-01T00:00:00Z']),
    tags: () => pick([['a'], ['a', 'b'], [], null]),
    note: () => pick(['long', 'other text', null]),
    code: () => pick(['k1', 'k2', 'k3', 'k4', null]),
    folk: () => pick([...FOLK, null, IDS[11]]),
    friend: () => pick([...NEVER_DELETED, null]),
    photo: () => null,
    score: () => pick([1, 4, 5, '2', null, 0, 6]),
    cost: () => pick([0, 250, 5000, null, -1, 5001]),
    web: () => pick(['https://a.test/', 'http://c.test/x', null, 'javascript:alert(1)']),
    pin: () => pick(['AB', 'ZZ', null, 'abc', 'A']),
    safe: () => null,
    memo: () => pick(['one', 'three', '', null, 'x'.repeat(11)]),
    lot: () => pick([0, 99, -5.5, null, 100]),
    nick: () => pick(['Al', "B'o", '', null]),
    weight: () => pick([1e-7, 1.5, '2', null]),
  }
  const WRITTEN = Object.keys(VALUES)
  /** At most one column of a body has an odd value: which of several faults is reported differs. */
  const rowOf = (names: string[], odd: string) =>
    Object.fromEntries(names.map((name) => [name, value(name, name === odd)]))
  const value = (name: string, isOdd: boolean) => {
    const made = VALUES[name] ?? (() => 'secret 1')
    for (;;) {
      const one = made()
      if (isOdd || !isFault(name, one)) return one
    }
  }
  const isFault = (name: string, one: unknown) =>
    (name === 'name' && (one === 'x'.repeat(21) || one === null)) ||
    (name === 'age' && (one === 'many' || one === -1 || one === true)) ||
    (name === 'state' && one === 'other') ||
    (name === 'happy' && one === 'maybe') ||
    (name === 'born' && one === '2021-02-29') ||
    (name === 'seen' && one === '2026-15-01T00:00:00Z') ||
    (FAULTS[name] ?? []).includes(one)
  /** References and unique values can fail as well, so they are not combined with a fault. */
  const names = () => {
    const chosen = WRITTEN.filter((name) => name !== 'id' && name !== 'name' && chance(0.4))
    return [
      'id',
      'name',
      ...(chance(0.5) ? chosen.filter((name) => !['folk', 'friend', 'code'].includes(name)) : chosen),
      ...(chance(0.02) ? ['secret'] : []),
    ]
  }
  const oddIn = (list: string[]) =>
    list.some((name) => ['folk', 'friend', 'code'].includes(name)) || chance(0.85) ? '' : pick(list.slice(1))
  const preferences = (more: string[]) =>
    [
      pick(['return=representation', 'return=representation', 'return=minimal', 'return=headers-only']),
      ...more,
      ...(chance(0.05) ? ['tx=rollback'] : []),
      ...(chance(0.1) ? ['count=exact'] : []),
    ].join(', ')
  const written = () => [`select=${encoded(several(3, () => pick(COLUMNS)).join(',') || 'id')}`, 'order=id']

  function insert(): RandomRequest {
    const list = names()
    const count = 1 + below(3)
    // Which of several rows is reported first differs.
    const odd = count === 1 ? oddIn(list) : ''
    const ids = new Set<string>()
    const codes = new Set<unknown>()
    const rows = Array.from({ length: count }, () => rowOf(list, odd)).filter((row) => {
      // One statement may not change a row twice.
      const isNew =
        !ids.has(row.id as string) && (row.code === null || row.code === undefined || !codes.has(row.code))
      ids.add(row.id as string)
      codes.add(row.code)
      return isNew
    })
    const resolution = chance(0.6)
      ? [`resolution=${pick(['merge-duplicates', 'merge-duplicates', 'ignore-duplicates'])}`]
      : []
    // Merging by another column than the id leaves the id of an own table as it is; a native table gets the new one.
    const targets = resolution.some((each) => each.endsWith('merge-duplicates')) ? [] : ['code']
    const conflict =
      resolution.length > 0 && chance(0.4)
        ? [`on_conflict=${pick(['id', 'name', 'folk,id', ...targets])}`]
        : []
    const missing = chance(0.2) ? ['missing=default'] : []
    const columns = chance(0.2) ? [`columns=${encoded(list.map((name) => `"${name}"`).join(','))}`] : []
    return {
      method: 'POST',
      path: `/own_kids?${[...written(), ...conflict, ...columns].join('&')}`,
      headers: { prefer: preferences([...resolution, ...missing]), 'content-type': 'application/json' },
      body: JSON.stringify(chance(0.3) ? rows[0] : rows),
    }
  }
  function update(): RandomRequest {
    const list = names().filter((name) => name !== 'id' && (name !== 'name' || chance(0.5)))
    const strict = chance(0.1) ? ['handling=strict', 'max-affected=2'] : []
    // A unique value for several rows conflicts in any order, and reports the same.
    return {
      method: 'PATCH',
      path: `/own_kids?${[...written(), ...filters(2)].join('&')}`,
      headers: { prefer: preferences(strict), 'content-type': 'application/json' },
      // An own table reports a fault of the body even if no row matches, where PostgreSQL has nothing to check.
      body: JSON.stringify(rowOf(list, '')),
    }
  }
  function put(): RandomRequest {
    const id = pick(IDS)
    return {
      method: 'PUT',
      path: `/own_kids?id=eq.${id}&select=id,name,age`,
      headers: { prefer: preferences([]), 'content-type': 'application/json' },
      body: JSON.stringify({ id: chance(0.9) ? id : pick(IDS), name: 'Put', age: below(9) }),
    }
  }
  const remove = (): RandomRequest => ({
    method: 'DELETE',
    path: `/own_kids?${[...written(), `id=eq.${pick(IDS.slice(9))}`, ...filters(1)].join('&')}`,
    headers: { prefer: preferences([]) },
  })
  return (): RandomRequest => {
    const kind = below(100)
    if (kind < 65) return read()
    if (kind < 80) return insert()
    if (kind < 92) return update()
    return kind < 96 ? put() : remove()
  }
}

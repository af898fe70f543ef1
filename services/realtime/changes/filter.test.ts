import assert from 'node:assert/strict'
import { test } from 'node:test'
import { postgresChangesFilter } from '@supabase/realtime-js'
import { SERVICE } from '#kernel/db/claims.ts'
import { createLogger } from '#kernel/log.ts'
import { eventually } from '#testing/eventually.ts'
import { testDatabase } from '#testing/test-database.ts'
import { openChangeSource } from './change-source.ts'
import { parseFilter } from './filter.ts'

const db = await testDatabase()
const { owner, database } = db
const source = openChangeSource({ database, log: createLogger('silent') })
db.beforeDrop(() => source.close())

await owner.query(`
  create type public.mood as enum ('calm', 'glad');
  create domain public.short_text as text check (char_length(value) < 20);
  create table public.samples (
    id int primary key, name text, "a column" text, price int, weight numeric, ok boolean, at timestamptz, day date,
    tag uuid, feeling public.mood, label public.short_text, tags text[], data jsonb, span int4range);
  select app.protect('public.samples');
  select realtime.publish('public.samples');`)

const UUID = 'aaaaaaaa-0000-7000-8000-000000000001'
/** The row inserted for each filter test; its id is its name here. */
const SAMPLES: Record<string, { id: number; [column: string]: unknown }> = {
  lamp: {
    id: 1,
    name: 'Lamp',
    price: 10,
    weight: '1.50',
    ok: true,
    day: '2026-01-01',
    tag: UUID,
    feeling: 'glad',
  },
  desk: {
    id: 2,
    name: 'desk, (oak) "x"',
    'a column': 'y',
    price: 200,
    ok: false,
    label: 'wood',
    tags: ['a', 'b'],
  },
  bare: { id: 3, name: 'bare' },
  dots: {
    id: 4,
    name: '%_a.b\\c',
    price: -5,
    at: '2026-06-01T12:00:00+02:00',
    data: { a: 1 },
    span: '[1,5)',
  },
  none: { id: 5 },
}
const all = Object.keys(SAMPLES)

/** Filters as written on the wire, and the rows that match. */
const FILTERS: [string, string[]][] = [
  ['', all],
  ['   ', all],
  ['name=eq.Lamp', ['lamp']],
  ['name=neq.Lamp', ['desk', 'bare', 'dots']],
  ['price=lt.10', ['dots']],
  ['price=lte.10', ['lamp', 'dots']],
  ['price=gt.10', ['desk']],
  ['price=gte.10', ['lamp', 'desk']],
  ['price=eq. 10 ', ['lamp']],
  ['weight=eq.1.5', ['lamp']],
  ['name=in.(Lamp,bare)', ['lamp', 'bare']],
  ['price=in.(10,200,300)', ['lamp', 'desk']],
  [`tag=in.(${UUID})`, ['lamp']],
  ['feeling=in.(glad,calm)', ['lamp']],
  ['name=in.("desk, (oak) \\"x\\"",Lamp)', ['lamp', 'desk']],
  ['name=in.()', []],
  ['name=like.La%', ['lamp']],
  ['name=like.la%', []],
  ['name=ilike.LA%', ['lamp']],
  ['name=like.*', []],
  ['name=match.^[Lb]a', ['lamp', 'bare']],
  ['name=imatch.^LA', ['lamp']],
  ['name=match.b\\\\[a-z]', ['dots']],
  ['name=match.\\\\1', []],
  ['name=match.^\\w{4}$', ['lamp', 'bare']],
  ['name=is.null', ['none']],
  ['price=is.null', ['bare', 'none']],
  ['ok=is.true', ['lamp']],
  ['ok=is.false', ['desk']],
  ['ok=is.unknown', ['bare', 'dots', 'none']],
  ['name=isdistinct.Lamp', ['desk', 'bare', 'dots', 'none']],
  ['name=not.isdistinct.Lamp', ['lamp']],
  ['name=not.eq.Lamp', ['desk', 'bare', 'dots']],
  ['name=not.in.(Lamp,bare)', ['desk', 'dots']],
  ['name=not.like.La%', ['desk', 'bare', 'dots']],
  ['name=not.is.null', ['lamp', 'desk', 'bare', 'dots']],
  ['ok=not.is.true', ['desk', 'bare', 'dots', 'none']],
  ['name=not.match.k', ['lamp', 'bare', 'dots']],
  ['price=gt.0,price=lt.100', ['lamp']],
  ['price=gt.0, name=eq."desk, (oak) \\"x\\""', ['desk']],
  ['price=in.(10,200),ok=is.true,name=not.is.null', ['lamp']],
  ['name=eq.%_a.b\\c', ['dots']],
  ['name=eq."%_a.b\\\\c"', ['dots']],
  ['a column=eq.y', ['desk']],
  ['ok=eq.true', ['lamp']],
  ['day=gte.2026-01-01', ['lamp']],
  ['at=eq.2026-06-01 10:00:00Z', ['dots']],
  [`tag=eq.${UUID.toUpperCase()}`, ['lamp']],
  ['feeling=gt.calm', ['lamp']],
  ['label=eq.wood', ['desk']],
  ['tags=eq."{a,b}"', ['desk']],
  ['data=eq.{"a":1}', ['dots']],
  ['span=eq."[1,5)"', ['dots']],
  [postgresChangesFilter().eq('name', 'desk, (oak) "x"').build(), ['desk']],
  [
    postgresChangesFilter().in('name', ['desk, (oak) "x"', 'a\\b', 'bare']).gt('id', 1).build(),
    ['desk', 'bare'],
  ],
  [
    postgresChangesFilter().not('name', 'ilike', 'LA%').is('ok', null).isDistinct('id', 5).build(),
    ['bare', 'dots'],
  ],
]

const binding = (filter: string) => ({ event: '*', schema: 'public', table: 'samples', filter })
const refusal = (filter: string) =>
  source
    .subscribe({
      claims: SERVICE,
      bindings: [binding(filter)],
      deliver: () => undefined,
      onLost: () => undefined,
    })
    .then(
      async (subscription) => {
        await subscription.close()
        return 'accepted'
      },
      (error: Error & { status?: number }) => `${error.status} ${error.message}`,
    )

test(`${FILTERS.length} filters select the matching rows of inserts, updates and deletes`, async () => {
  const received = FILTERS.map((): string[] => [])
  const ids = new Map<number, number>()
  const subscription = await source.subscribe({
    claims: SERVICE,
    bindings: FILTERS.map(([filter]) => binding(filter)),
    deliver(found, data) {
      const change = JSON.parse(data)
      for (const id of found)
        received[ids.get(id)!]!.push(`${change.type} ${(change.record ?? change.old_record).id}`)
    },
    onLost: (reason) => assert.fail(reason),
  })
  subscription.ids.forEach((id, i) => ids.set(id, i))
  for (const row of Object.values(SAMPLES)) {
    const names = Object.keys(row)
    await owner.query(
      `insert into public.samples (${names.map((name) => `"${name}"`).join(', ')}) values (${names.map((_, i) => `$${i + 1}`).join(', ')})`,
      Object.values(row),
    )
  }
  await owner.query('update public.samples set id = id')
  await owner.query('delete from public.samples')
  await eventually('everything was delivered', async () => received[0]!.length === all.length * 3)
  FILTERS.forEach(([filter, rows], i) => {
    for (const type of ['INSERT', 'UPDATE', 'DELETE'])
      assert.deepEqual(
        received[i]!.filter((line) => line.startsWith(type)).sort(),
        rows.map((row) => `${type} ${SAMPLES[row]!.id}`).sort(),
        `${type}: ${filter}`,
      )
  })
  await subscription.close()
})

/** Filters that are rejected at subscription, with their error messages. */
const REFUSED: [string, RegExp][] = [
  ['undefined', /^400 Error parsing `filter` params: \["undefined"\]$/],
  ['name=foo.hey', /^400 Error parsing `filter` params: \["foo", "hey"\]$/],
  ['name=eq', /Error parsing `filter` params: \["eq"\]$/],
  ['name=constructor.x', /Error parsing `filter` params: \["constructor", "x"\]$/],
  ['name=eq.a,', /filter must not contain empty segments \(check for extra commas\)$/],
  ['name=in.a', /`in` filter value must be wrapped by parentheses$/],
  [
    `id=in.(${Array.from({ length: 101 }, (_, i) => i).join(',')})`,
    /too many values for `in` filter. Maximum 100$/,
  ],
  ['name=is.nothing', /invalid value for is filter: must be null, true, false, or unknown$/],
  [
    'nothing=eq.1',
    /\[event: \*, schema: public, table: samples, filters: \[\{"nothing", "eq", "1", false\}\], select: nil\]\. Exception: .* invalid column for filter nothing$/,
  ],
  ['price=eq.hey', /Exception: ERROR 22P02 invalid input syntax for type integer: "hey"$/],
  ['price=in.(1,x)', /Exception: ERROR 22P02/],
  ['tag=eq.1', /Exception: ERROR 22P02/],
  [
    'feeling=eq.sad',
    /Exception: ERROR 22P02 invalid input value for enum public.mood: "sad"|Exception: ERROR 22P02 invalid input value for enum mood: "sad"/,
  ],
  ['price=like.1%', /Exception: ERROR 42883/],
  ['price=is.true', /Exception: ERROR 42804/],
  ['name=match.(', /Exception: ERROR 2201B/],
  ['name=not.imatch.[', /Exception: ERROR 2201B/],
  ['name=match.^(x+)(x+)\\1\\2$', /back references are not supported in regular expressions$/],
  ['name=not.imatch."\\\\\\\\(.)\\\\1"', /back references are not supported/],
  [`name=like.${'x'.repeat(501)}`, /a pattern must not be longer than 500 characters$/],
  ['name=eq.\0', /Exception: ERROR 22021/],
  ['"name"=eq.1', /invalid column for filter "name"$/],
  ['name" is null or "name=eq.1', /invalid column for filter/],
  [`name=eq.${'x'.repeat(10_000)}`, /must not be longer than 10000 characters$/],
  [Array.from({ length: 31 }, () => 'id=gt.0').join(), /too many conditions/],
]

for (const [filter, expected] of REFUSED)
  test(`rejected at subscription: ${JSON.stringify(filter.slice(0, 40))}`, async () => {
    assert.match(await refusal(filter), expected)
  })

test('a value is never interpreted as SQL', async () => {
  for (const value of [`'; drop table public.samples; --`, `x' or '1'='1`, '$1', '\\', `"`, '("', '{', '%00'])
    for (const operator of ['eq', 'like', 'isdistinct', 'match'])
      assert.match(await refusal(`name=${operator}.${value}`), /^accepted$|^400 /)
  assert.equal((await owner.query('select from public.samples')).rowCount, 0)
})

test('conditions are parsed as written', () => {
  assert.deepEqual(parseFilter('a=eq.b=c.d'), [
    { column: 'a', operator: 'eq', value: 'b=c.d', negated: false },
  ])
  assert.deepEqual(parseFilter('a=not.in.("x,y",z)'), [
    { column: 'a', operator: 'in', value: '{"x,y",z}', negated: true },
  ])
  assert.deepEqual(
    parseFilter('a=eq."x,\\"y",b=lt.5').map(({ value }) => value),
    ['x,"y', '5'],
  )
})

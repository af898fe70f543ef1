import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { testApp } from '#testing/test-app.ts'

// Functions as the official client calls them, according to PostgREST's documentation of unnamed parameters,
// overloads and computed fields (https://docs.postgrest.org/en/stable/references/api/functions.html,
// computed_fields.html).
const app = await testApp()
await app.owner.query(readFileSync(join(import.meta.dirname, 'fixture-functions.sql'), 'utf8'))
const visitor = app.client()

const ADA = { name: 'ada', town: 'Ulm' }
const BO = { name: 'bo', town: 'Bonn' }
const RYE = { id: 1, baker: 'ada', kind: 'Rye' }
const SPELT = { id: 2, baker: 'ada', kind: 'Spelt' }
const LICENSE = { id: 1, baker: 'ada' }

type Answer = PromiseLike<{ data: unknown; error: object | null; status: number }>
const outcome = async (makeCall: Answer) => {
  const { data, error, status } = await makeCall
  return error ? { status, ...error } : { status, data }
}
const call = (name: string, args?: object) => visitor.rpc(name, args)

const ambiguous = (...signatures: string[]) => ({
  status: 300,
  code: 'PGRST203',
  message: `Could not choose the best candidate function between: ${signatures.join(', ')}`,
  details: null,
  hint: 'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
})
const missing = (name: string, shown: string, searched: string, hint: string | null) => ({
  status: 404,
  code: 'PGRST202',
  message: `Could not find the function public.${name}${shown} in the schema cache`,
  details: `Searched for the function public.${name} ${searched} or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache.`,
  hint,
})
const ok = (data: unknown) => ({ status: 200, data })

describe('rpc', () => {
  const cases: [what: string, makeCall: () => Answer, expected: object][] = [
    ['a row as argument', () => call('license_of', { baker_row: ADA }), ok(LICENSE)],
    ['a row as argument chooses the overload', () => call('loaves_of', { baker_row: ADA }), ok([RYE, SPELT])],
    [
      'another row selects the other overload',
      () => call('loaves_of', { license_row: LICENSE }),
      ok([RYE, SPELT]),
    ],
    ['a scalar argument', () => call('loaves_by', { baker_name: 'ada' }), ok([RYE, SPELT])],
    ['rows of a view', () => call('newest_by', { baker_name: 'ada' }), ok([SPELT, RYE])],
    [
      'rows with their related rows',
      () => call('newest_by', { baker_name: 'ada' }).select('kind, bakers(town)'),
      ok([
        { kind: 'Spelt', bakers: { town: 'Ulm' } },
        { kind: 'Rye', bakers: { town: 'Ulm' } },
      ]),
    ],
    [
      'one row with its related row',
      () => call('license_of', { baker_row: ADA }).select('id, bakers(town)'),
      ok({ id: 1, bakers: { town: 'Ulm' } }),
    ],
    [
      'one row that a filter excludes',
      () => call('license_of', { baker_row: ADA }).eq('baker', 'x'),
      ok(null),
    ],
    [
      'the same with the filter after select',
      () => call('license_of', { baker_row: ADA }).select().eq('baker', 'x'),
      ok(null),
    ],
    ['one row without arguments', () => call('first_by_name'), ok(ADA)],
    ['rows without arguments', () => call('everyone'), ok([ADA, BO])],
    [
      'a column computed from each row',
      () => call('loaves_by', { baker_name: 'ada' }).select('short_kind'),
      ok([{ short_kind: 'Ry' }, { short_kind: 'Sp' }]),
    ],

    ['none of the overloads with an argument', () => call('clash'), { status: 204, data: null }],
    ...['x', 1].map((a): (typeof cases)[number] => [
      `two overloads with the same argument name, ${JSON.stringify(a)}`,
      () => call('clash', { a }),
      ambiguous('public.clash(a => integer)', 'public.clash(a => text)'),
    ]),
    ['an overload without arguments', () => call('chosen'), { status: 204, data: null }],
    ['an overload by its name a', () => call('chosen', { a: 'x' }), ok(1)],
    ['an overload by its name b', () => call('chosen', { b: 1 }), ok('integer')],
    ['an overload with rows', () => call('chosen', { license_id: 1 }), ok([LICENSE])],
    ['an overload with two names', () => call('chosen', { loaf_id: 1, search: 'Rye' }), ok([RYE])],
    ['an overload with a default', () => call('chosen', { loaf_id: 1 }), ok([])],
    ['an overload of a row', () => call('chosen', { baker_row: ADA }), ok([RYE, SPELT])],

    [
      'an unnamed text parameter receives the body, not only the value',
      () => call('shape', { '': 'x' }),
      ok('text {"":"x"}'),
    ],
    [
      'an unnamed text parameter, even for a boolean',
      () => call('shape', { '': true }),
      ok('text {"":true}'),
    ],
    ['unnamed json', () => call('one_unnamed_parameter_json', { '': { a: 1 } }), ok('json {"":{"a":1}}')],
    [
      'unnamed jsonb',
      () => call('one_unnamed_parameter_jsonb', { '': { a: 1 } }),
      ok('jsonb {"": {"a": 1}}'),
    ],
    [
      'an unnamed json parameter receives arguments with any names',
      () => call('one_unnamed_parameter_json', { a: 1, b: 2 }),
      ok('json {"a":1,"b":2}'),
    ],
    ['unnamed json without arguments', () => call('one_unnamed_parameter_json'), ok('json {}')],
    ['unnamed text', () => call('one_unnamed_parameter_text', { '': 'x' }), ok('text {"":"x"}')],
    [
      'an unnamed text parameter accepts no other argument names',
      () => call('one_unnamed_parameter_text', { a: 'x' }),
      missing(
        'one_unnamed_parameter_text',
        '(a)',
        'with parameter a',
        'Perhaps you meant to call the function public.one_unnamed_parameter_text()',
      ),
    ],
    [
      'unnamed integer',
      () => call('one_unnamed_parameter_integer', { '': 1 }),
      missing(
        'one_unnamed_parameter_integer',
        '()',
        'with parameter ',
        'Perhaps you meant to call the function public.one_unnamed_parameter_text',
      ),
    ],
    [
      'two unnamed',
      () => call('takes_two', { '': 'x' }),
      missing('takes_two', '()', 'with parameter ', null),
    ],
    [
      'one of two unnamed overloads',
      () => call('takes_some', { '': 'x', b: 1 }),
      missing('takes_some', '(, b)', 'with parameters , b', null),
    ],

    ['none or unnamed: none', () => call('maybe_shape'), ok(1)],
    ['none or unnamed: empty', () => call('maybe_shape', { '': '' }), ok('text {"":""}')],
    ['none or unnamed: text', () => call('maybe_shape', { '': 'x' }), ok('text {"":"x"}')],
    ...[undefined, {}, { '': undefined }].map((args): (typeof cases)[number] => [
      `unnamed defaults with ${args && Object.keys(args).length ? 'undefined' : JSON.stringify(args)}`,
      () => call('filled', args),
      ambiguous('public.filled()', 'public.filled( => text)'),
    ]),
    ['unnamed defaults: text', () => call('filled', { '': 'x' }), ok('text {"":"x"}')],
    ['unnamed defaults: boolean', () => call('filled', { '': true }), ok('text {"":true}')],
    ['one unnamed default', () => call('filled_alone'), ok('text {}')],
    [
      'a matching name takes precedence over the whole body',
      () => call('named_or_whole', { a: 1 }),
      ok('named'),
    ],
    ['the whole body if no name matches', () => call('named_or_whole', { b: 1 }), ok('whole {"b": 1}')],
    [
      'two overloads that accept the whole body',
      () => call('whole_twice', { b: 1 }),
      ambiguous('public.whole_twice( => json)', 'public.whole_twice( => jsonb)'),
    ],

    [
      'a computed column cannot be called as a function',
      () => call('short_kind'),
      missing('short_kind', ' without parameters', 'without parameters', null),
    ],
    [
      'a computed column cannot be called with its row either',
      () => call('short_kind', { '': RYE }),
      missing('short_kind', '()', 'with parameter ', null),
    ],
  ]
  for (const [what, makeCall, expected] of cases)
    test(what, async () => assert.deepEqual(await outcome(makeCall()), expected))
})

describe('rpc by GET', () => {
  const get = (name: string, args: object = {}) => visitor.rpc(name, args, { get: true })
  const searched = (name: string, how: string) =>
    `Searched for the function public.${name} ${how}, but no matches were found in the schema cache.`

  test('the argument name selects the overload, and no argument selects the one without parameters', async () => {
    assert.deepEqual(await outcome(get('chosen', { b: 1 })), ok('integer'))
    assert.deepEqual(await outcome(get('maybe_shape')), ok(1))
    assert.deepEqual(await outcome(get('loaves_by', { baker_name: 'ada' })), ok([RYE, SPELT]))
  })

  test('GET has no body for an unnamed parameter', async () => {
    for (const [name, args, how] of [
      ['one_unnamed_parameter_json', {}, 'without parameters'],
      ['one_unnamed_parameter_text', { '': 'x' }, 'with parameter '],
      ['named_or_whole', { b: 1 }, 'with parameter b'],
    ] as const) {
      const { error, status } = await get(name, args)
      assert.deepEqual([status, error?.code, error?.details], [404, 'PGRST202', searched(name, how)])
    }
  })
})

describe('functions that take a row, in select', () => {
  const cases: [what: string, makeCall: () => Answer, expected: unknown][] = [
    [
      'a computed column',
      () => visitor.from('loaves').select('id, short_kind').order('short_kind', { ascending: false }),
      ok([
        { id: 2, short_kind: 'Sp' },
        { id: 1, short_kind: 'Ry' },
      ]),
    ],
    [
      'a computed column is not part of *',
      () => visitor.from('loaves').select().eq('short_kind', 'Ry'),
      ok([RYE]),
    ],
    [
      'a computed column beside *, in an embedding',
      () => visitor.from('bakers').select('loaves(*, short_kind)').eq('name', 'ada'),
      ok([
        {
          loaves: [
            { ...RYE, short_kind: 'Ry' },
            { ...SPELT, short_kind: 'Sp' },
          ],
        },
      ]),
    ],
    [
      'a computed column of a partitioned table',
      () => visitor.from('bakes').select('id, how_warm'),
      ok([{ id: 1, how_warm: 'HOT' }]),
    ],
    [
      'a computed relationship, with the overload of this table',
      () => visitor.from('bakers').select('name, mine:loaves_of(id, short_kind)').order('name'),
      ok([
        {
          name: 'ada',
          mine: [
            { id: 1, short_kind: 'Ry' },
            { id: 2, short_kind: 'Sp' },
          ],
        },
        { name: 'bo', mine: [] },
      ]),
    ],
    [
      'a computed relationship, with the overload of the other table',
      () => visitor.from('licenses').select('id, loaves_of(kind, bakers(town))'),
      ok([
        {
          id: 1,
          loaves_of: [
            { kind: 'Rye', bakers: { town: 'Ulm' } },
            { kind: 'Spelt', bakers: { town: 'Ulm' } },
          ],
        },
      ]),
    ],
    [
      'rows of a view, related to a row of a view',
      () => visitor.from('town_bakers').select('name, loaves_in_town(id)'),
      ok([{ name: 'ada', loaves_in_town: [{ id: 2 }, { id: 1 }] }]),
    ],
    [
      'a function that returns a row gives a row of nulls if there is none',
      () => visitor.from('bakers').select('name, license:license_of(id)').order('name'),
      ok([
        { name: 'ada', license: { id: 1 } },
        { name: 'bo', license: { id: null } },
      ]),
    ],
    [
      'a to-one relationship by a function that returns a set with one row',
      () => visitor.from('bakers').select('name, one_license_of(*)').order('name'),
      ok([
        { name: 'ada', one_license_of: LICENSE },
        { name: 'bo', one_license_of: null },
      ]),
    ],
    [
      'a to-one relationship with !inner',
      () => visitor.from('bakers').select('name, one_license_of!inner(id)'),
      ok([{ name: 'ada', one_license_of: { id: 1 } }]),
    ],
    ...['first_by_name', 'everyone'].map((name): (typeof cases)[number] => [
      `${name} takes no row, so it creates no relationship`,
      () => visitor.from('licenses').select(`id, baker_row:${name}(*)`),
      {
        status: 400,
        code: 'PGRST200',
        message: `Could not find a relationship between 'licenses' and '${name}' in the schema cache`,
        details: `Searched for a foreign key relationship between 'licenses' and '${name}' in the schema 'public', but no matches were found.`,
        hint: null,
      },
    ]),
  ]
  for (const [what, makeCall, expected] of cases)
    test(what, async () => assert.deepEqual(await outcome(makeCall()), expected))
})

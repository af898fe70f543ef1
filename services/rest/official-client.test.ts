import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { describe, test } from 'node:test'

// Every method of the installed official client of this service, with the test that calls it and checks the
// response.

const MAIN = 'supabase-js.test.ts'
const OWN = 'official-client-own.test.ts'
const ENDS = 'handling of responses'
const THROWS = 'throwOnError throws the service’s error, at every stage of a call'
const ALIKE = 'returns and overrideTypes change nothing at runtime'

/** Class and method → file in this folder, and part of a test title there. */
const covered: Record<string, [file: string, title: string]> = {
  'PostgrestClient.from': [MAIN, 'filters and modifiers'],
  'PostgrestClient.schema': [OWN, 'a schema is selected by name, and only one exists'],
  'PostgrestClient.rpc': [MAIN, 'returns a value, rows or nothing: by POST, GET and HEAD'],
  'PostgrestClient.getOpenApiSpec': [OWN, 'getOpenApiSpec describes what the key may use'],

  'PostgrestQueryBuilder.select': [MAIN, 'aliases, casts and JSON paths in select'],
  'PostgrestQueryBuilder.insert': [MAIN, 'inserts one row and many, with and without returning them'],
  'PostgrestQueryBuilder.upsert': [
    MAIN,
    'upserts by the key, by another unique column, ignoring duplicates, and reports what is new',
  ],
  'PostgrestQueryBuilder.update': [MAIN, 'updates and deletes without rows, with rows, and with a count'],
  'PostgrestQueryBuilder.delete': [MAIN, 'updates and deletes without rows, with rows, and with a count'],

  'PostgrestFilterBuilder.throwOnError': [OWN, THROWS],
  'PostgrestFilterBuilder.eq': [MAIN, `['eq'`],
  'PostgrestFilterBuilder.neq': [MAIN, `['neq'`],
  'PostgrestFilterBuilder.gt': [MAIN, `['gt'`],
  'PostgrestFilterBuilder.gte': [MAIN, `['gte'`],
  'PostgrestFilterBuilder.lt': [MAIN, `['lt'`],
  'PostgrestFilterBuilder.lte': [MAIN, `['lte'`],
  'PostgrestFilterBuilder.like': [MAIN, `['like'`],
  'PostgrestFilterBuilder.likeAllOf': [MAIN, `['likeAllOf'`],
  'PostgrestFilterBuilder.likeAnyOf': [MAIN, `['likeAnyOf'`],
  'PostgrestFilterBuilder.ilike': [MAIN, `['ilike'`],
  'PostgrestFilterBuilder.ilikeAllOf': [OWN, `['ilikeAllOf'`],
  'PostgrestFilterBuilder.ilikeAnyOf': [OWN, `['ilikeAnyOf'`],
  'PostgrestFilterBuilder.regexMatch': [OWN, `['regexMatch'`],
  'PostgrestFilterBuilder.regexIMatch': [OWN, `['regexIMatch'`],
  'PostgrestFilterBuilder.is': [MAIN, `['is null'`],
  'PostgrestFilterBuilder.isDistinct': [OWN, `['isDistinct'`],
  'PostgrestFilterBuilder.in': [MAIN, `['in'`],
  'PostgrestFilterBuilder.notIn': [OWN, `['notIn'`],
  'PostgrestFilterBuilder.contains': [MAIN, `['contains, array'`],
  'PostgrestFilterBuilder.containedBy': [MAIN, `['containedBy'`],
  'PostgrestFilterBuilder.rangeGt': [OWN, `['rangeGt'`],
  'PostgrestFilterBuilder.rangeGte': [OWN, `['rangeGte'`],
  'PostgrestFilterBuilder.rangeLt': [OWN, `['rangeLt'`],
  'PostgrestFilterBuilder.rangeLte': [OWN, `['rangeLte'`],
  'PostgrestFilterBuilder.rangeAdjacent': [MAIN, `['rangeAdjacent'`],
  'PostgrestFilterBuilder.overlaps': [MAIN, `['overlaps'`],
  'PostgrestFilterBuilder.textSearch': [OWN, `['textSearch, plain'`],
  'PostgrestFilterBuilder.match': [MAIN, `['match'`],
  'PostgrestFilterBuilder.not': [MAIN, `['not'`],
  'PostgrestFilterBuilder.or': [MAIN, `['or'`],
  'PostgrestFilterBuilder.filter': [MAIN, `['filter'`],

  'PostgrestTransformBuilder.throwOnError': [OWN, THROWS],
  'PostgrestTransformBuilder.select': [MAIN, 'inserts one row and many, with and without returning them'],
  'PostgrestTransformBuilder.order': [MAIN, 'orders with nulls, by a JSON path'],
  'PostgrestTransformBuilder.limit': [MAIN, `['limit'`],
  'PostgrestTransformBuilder.range': [MAIN, `['range'`],
  'PostgrestTransformBuilder.abortSignal': [OWN, 'abortSignal ends a call with an error message'],
  'PostgrestTransformBuilder.single': [
    MAIN,
    'tenants: the id by the key; no match is PGRST116, or null with maybeSingle',
  ],
  'PostgrestTransformBuilder.maybeSingle': [
    MAIN,
    'tenants: the id by the key; no match is PGRST116, or null with maybeSingle',
  ],
  'PostgrestTransformBuilder.csv': [MAIN, 'returns CSV, and rows without nulls'],
  'PostgrestTransformBuilder.geojson': [
    OWN,
    'geojson is rejected with a message if PostGIS is not installed',
  ],
  'PostgrestTransformBuilder.explain': [OWN, 'explain is for the operator'],
  'PostgrestTransformBuilder.rollback': [MAIN, 'max-affected and rollback'],
  'PostgrestTransformBuilder.maxAffected': [MAIN, 'max-affected and rollback'],
  'PostgrestTransformBuilder.returns': [OWN, ALIKE],

  'PostgrestBuilder.throwOnError': [OWN, THROWS],
  'PostgrestBuilder.stripNulls': [MAIN, 'returns CSV, and rows without nulls'],
  'PostgrestBuilder.setHeader': [OWN, 'setHeader reaches the service'],
  'PostgrestBuilder.retry': [
    OWN,
    'a read that received 503 is retried, unless the call disables that; a write never is',
  ],
  'PostgrestBuilder.then': [OWN, ENDS],
  'PostgrestBuilder.returns': [OWN, ALIKE],
  'PostgrestBuilder.overrideTypes': [OWN, ALIKE],
}

const require = createRequire(import.meta.url)
const client = require('@supabase/postgrest-js') as Record<string, () => unknown>

/** Options for embedded relations → part of the title of the test in embedding.test.ts that uses them. */
const EMBEDDING = 'embedding.test.ts'
const ofRelation = ['order', 'limit', 'range', 'or']

const CLASSES = [
  'PostgrestClient',
  'PostgrestQueryBuilder',
  'PostgrestFilterBuilder',
  'PostgrestTransformBuilder',
  'PostgrestBuilder',
] as const

/** Members that the package's types declare private; that information is not available at runtime. */
const types = readFileSync(join(dirname(require.resolve('@supabase/postgrest-js')), 'index.d.mts'), 'utf8')
const hidden = new Set(
  [...types.matchAll(/^ {2}(?:private|protected)\s+(?:readonly\s+)?(\w+)[;(<]/gm)].map(([, name]) => name!),
)

const methods = CLASSES.flatMap((name) =>
  Object.getOwnPropertyNames(client[name]!.prototype as object)
    .filter((method) => method !== 'constructor' && !method.startsWith('_') && !hidden.has(method))
    .map((method) => `${name}.${method}`),
)

test('the table lists every method of every class of the installed client, and no others', () => {
  assert.ok(methods.length > 55, `${methods.length} methods found`)
  assert.deepEqual(
    methods.filter((name) => !Object.hasOwn(covered, name)),
    [],
    'the client has methods that are missing in the table',
  )
  assert.deepEqual(
    Object.keys(covered).filter((name) => !methods.includes(name)),
    [],
    'the table lists methods that the client does not have',
  )
})

test('the table covers all classes of the client', () => {
  const classes = Object.keys(client).filter((name) => /^class\b/.test(String(client[name])))
  assert.deepEqual(classes.toSorted(), [...CLASSES, 'PostgrestError'].toSorted())
})

describe('the listed tests', () => {
  const files = new Map<string, string>()
  const textOf = (file: string) => {
    if (!files.has(file)) files.set(file, readFileSync(join(import.meta.dirname, file), 'utf8'))
    return files.get(file)!
  }
  for (const [method, [file, title]] of Object.entries(covered)) {
    test(`${method} is called in ${file}`, () => {
      const text = textOf(file)
      const from = text.indexOf(title)
      assert.ok(from >= 0, `there is no test "${title}"`)
      const word = method.split('.').at(-1)!
      // A builder is a promise: `await` calls `then`.
      const called = word === 'then' ? /\bawait \w+/ : new RegExp(`\\.${word}(?:<[^(]*>)?\\(`)
      assert.match(text.slice(from, from + 2500), called, `it does not call ${word}`)
    })
  }
  for (const method of ofRelation) {
    test(`${method} of an embedded relation is called in ${EMBEDDING}`, () => {
      const given = new RegExp(`\\.${method}\\([^;]{0,120}referencedTable: '`)
      assert.match(textOf(EMBEDDING), given)
    })
  }
})

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { describe, test } from 'node:test'

// Every method of the installed official client of this service, and the test that calls it and judges its answer.

const MAIN = 'supabase-js.test.ts'
const OWN = 'official-client-own.test.ts'
const ENDS = 'how an answer is taken'
const THROWS = 'throwOnError throws what the service said, at every stage of a call'
const ALIKE = 'returns and overrideTypes change nothing at run time'

/** Class and method → file of this folder, and words of the title there. */
const covered: Record<string, [file: string, title: string]> = {
  'PostgrestClient.from': [MAIN, 'filters and modifiers'],
  'PostgrestClient.schema': [OWN, 'a schema is chosen by name, and there is one'],
  'PostgrestClient.rpc': [MAIN, 'a value, rows, nothing: by POST, GET and HEAD'],
  'PostgrestClient.getOpenApiSpec': [OWN, 'getOpenApiSpec is the description of what the key may use'],

  'PostgrestQueryBuilder.select': [MAIN, 'aliases, casts and JSON paths in select'],
  'PostgrestQueryBuilder.insert': [MAIN, 'insert: one and many, with and without the row'],
  'PostgrestQueryBuilder.upsert': [
    MAIN,
    'upsert: by the key, by another unique column, ignoring, and what was new',
  ],
  'PostgrestQueryBuilder.update': [MAIN, 'update and delete: without a row, with rows, with a count'],
  'PostgrestQueryBuilder.delete': [MAIN, 'update and delete: without a row, with rows, with a count'],

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
  'PostgrestTransformBuilder.select': [MAIN, 'insert: one and many, with and without the row'],
  'PostgrestTransformBuilder.order': [MAIN, 'order with nulls, by a JSON place'],
  'PostgrestTransformBuilder.limit': [MAIN, `['limit'`],
  'PostgrestTransformBuilder.range': [MAIN, `['range'`],
  'PostgrestTransformBuilder.abortSignal': [OWN, 'abortSignal ends a call in words'],
  'PostgrestTransformBuilder.single': [MAIN, 'none is PGRST116, or null with maybeSingle'],
  'PostgrestTransformBuilder.maybeSingle': [MAIN, 'none is PGRST116, or null with maybeSingle'],
  'PostgrestTransformBuilder.csv': [MAIN, 'csv, and rows without their nulls'],
  'PostgrestTransformBuilder.geojson': [OWN, 'geojson is refused in words'],
  'PostgrestTransformBuilder.explain': [OWN, 'explain is for the operator'],
  'PostgrestTransformBuilder.rollback': [MAIN, 'max-affected and rollback'],
  'PostgrestTransformBuilder.maxAffected': [MAIN, 'max-affected and rollback'],
  'PostgrestTransformBuilder.returns': [OWN, ALIKE],

  'PostgrestBuilder.throwOnError': [OWN, THROWS],
  'PostgrestBuilder.stripNulls': [MAIN, 'csv, and rows without their nulls'],
  'PostgrestBuilder.setHeader': [OWN, 'setHeader reaches the service'],
  'PostgrestBuilder.retry': [OWN, 'a read that met 503 is asked again'],
  'PostgrestBuilder.then': [OWN, ENDS],
  'PostgrestBuilder.returns': [OWN, ALIKE],
  'PostgrestBuilder.overrideTypes': [OWN, ALIKE],
}

const require = createRequire(import.meta.url)
const client = require('@supabase/postgrest-js') as Record<string, () => unknown>

/** Options that speak of an embedded relation → words of the test in embedding.test.ts that gives them. */
const EMBEDDING = 'embedding.test.ts'
const ofRelation = ['order', 'limit', 'range', 'or']

const CLASSES = [
  'PostgrestClient',
  'PostgrestQueryBuilder',
  'PostgrestFilterBuilder',
  'PostgrestTransformBuilder',
  'PostgrestBuilder',
] as const

/** What the package's own types call private: TypeScript's word, which is gone at run time. */
const types = readFileSync(join(dirname(require.resolve('@supabase/postgrest-js')), 'index.d.mts'), 'utf8')
const hidden = new Set(
  [...types.matchAll(/^ {2}(?:private|protected)\s+(?:readonly\s+)?(\w+)[;(<]/gm)].map(([, name]) => name!),
)

const methods = CLASSES.flatMap((name) =>
  Object.getOwnPropertyNames(client[name]!.prototype as object)
    .filter((method) => method !== 'constructor' && !method.startsWith('_') && !hidden.has(method))
    .map((method) => `${name}.${method}`),
)

test('the table names every method of every class of the installed client, and none that is gone', () => {
  assert.ok(methods.length > 55, `${methods.length} methods found`)
  assert.deepEqual(
    methods.filter((name) => !Object.hasOwn(covered, name)),
    [],
    'the client has methods that the table does not name',
  )
  assert.deepEqual(
    Object.keys(covered).filter((name) => !methods.includes(name)),
    [],
    'the table names methods that the client does not have',
  )
})

test('there is no class of the client that the table does not know', () => {
  const classes = Object.keys(client).filter((name) => /^class\b/.test(String(client[name])))
  assert.deepEqual(classes.toSorted(), [...CLASSES, 'PostgrestError'].toSorted())
})

describe('the tests that the table names', () => {
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
      // A builder is a promise: who awaits it calls `then`.
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

import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))))
const reference = join(
  process.env['SHARED_DIR'] ?? join(root, '../shared'),
  'stripe/contract-2026-10-28.endive.json',
)

interface Contract {
  meta: { apiVersion: string }
  operations: Record<string, { method: string; path: string; params: unknown; result: unknown }>
  events: Record<string, { object: unknown }>
  $defs: Record<string, unknown>
}

/**
 * Normalizes a schema for comparison: sorts keys and alternatives, and drops a marker type without fields.
 */
function normal(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(normal)
  if (schema === null || typeof schema !== 'object') return schema
  const entries = Object.entries(schema as Record<string, unknown>)
    // `deleted?: void` of the package is an empty schema in the reference; our contract omits it.
    .filter(([key, value]) => !(key === 'deleted' && JSON.stringify(value) === '{}'))
    .map(([key, value]): [string, unknown] => {
      const inner = normal(value)
      const unordered = (key === 'anyOf' || key === 'enum' || key === 'required' || key === 'x-expands') && Array.isArray(inner)
      return [key, unordered ? inner.map((one) => JSON.stringify(one)).sort() : inner]
    })
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)))
}

describe('the generated contract, compared with the reference extract', () => {
  if (!existsSync(reference)) {
    test('is compared', { skip: `no reference at ${reference} (set SHARED_DIR)` })
    return
  }
  const ours = JSON.parse(
    readFileSync(join(root, 'sandbox/payments/contract/contract.json'), 'utf8'),
  ) as Contract
  // Both contracts define the event envelope, but under different names.
  const theirs = JSON.parse(
    readFileSync(reference, 'utf8').replaceAll('x.event', 'envelope.obj.Events..Event'),
  ) as Contract

  test('has the same API version', () => assert.equal(ours.meta.apiVersion, theirs.meta.apiVersion))

  test('has every operation, with the same method, path, parameters and result', () => {
    assert.equal(Object.keys(theirs.operations).length, 68)
    for (const [id, operation] of Object.entries(theirs.operations)) {
      const { method, path, params, result } = ours.operations[id] ?? {}
      assert.deepEqual(
        normal({ method, path: named(path), params, result }),
        normal({ ...pick(operation), path: named(operation.path) }),
        id,
      )
    }
  })

  test('has every event payload and every type, field by field', () => {
    assert.equal(Object.keys(theirs.events).length, 16)
    for (const [type, event] of Object.entries(theirs.events))
      assert.deepEqual(normal(ours.events[type]), normal(event), type)
    const names = Object.keys(theirs.$defs)
    assert.ok(names.length > 2000)
    for (const name of names) assert.deepEqual(normal(ours.$defs[name]), normal(theirs.$defs[name]), name)
  })
})

/** Drops the names of path parameters, which may differ. */
function named(path: string | undefined): string {
  return String(path).replaceAll(/\{\w+\}/g, '{}')
}

function pick(operation: Contract['operations'][string]): Contract['operations'][string] {
  const { method, path, params, result } = operation
  return { method, path, params, result }
}

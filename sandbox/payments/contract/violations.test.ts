/** The check of the contract reads schemas; Ajv, which compiles them, must find the same. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { ErrorObject } from 'ajv'
import { operations } from './contract.ts'
import type { Schema } from './contract.ts'
import { complete } from './skeleton.ts'
import { violations } from './violations.ts'

const definitions = (
  JSON.parse(readFileSync(new URL('contract.json', import.meta.url), 'utf8')) as { $defs: Record<string, Schema> }
).$defs

const KNOWN = ['$ref', 'type', 'enum', 'anyOf', 'items', 'required', 'properties', 'additionalProperties']
/** Notes that a JSON Schema validator ignores (`scripts/stripe-contract/schemas.ts`). */
const NOTES = ['x-expands', 'x-decimal', 'x-open']

test('the contract has no keyword that the check does not know', () => {
  const visit = (schema: Schema): void => {
    for (const name of Object.keys(schema)) assert.ok([...KNOWN, ...NOTES].includes(name), name)
    const { properties = {}, items, anyOf = [], additionalProperties } = schema
    for (const one of [...Object.values(properties), ...anyOf]) visit(one)
    for (const one of [items, additionalProperties]) if (typeof one === 'object') visit(one)
  }
  for (const definition of Object.values(definitions)) visit(definition)
  for (const { params, result } of Object.values(operations)) {
    if (params) visit(params.schema)
    visit('list' in result ? result.item : result.schema)
  }
})

/** The same numbers in each run. */
let seed = 20_261_127
const below = (count: number): number => {
  seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
  return Math.floor((seed / 2 ** 31) * count)
}
const oneOf = <T>(list: readonly T[]): T => list[below(list.length)]!

const settings = { strict: false, allErrors: true, validateSchema: false, code: { optimize: false } } as const
const ADDRESS = 'https://contract.invalid/'

/** Ajv's findings, with definitions registered on first use, because to compile them all takes seconds. */
function peer(converts: boolean): (schema: Schema, value: unknown) => unknown[] {
  const ajv = new Ajv2020({ ...settings, coerceTypes: converts })
  const known = (text: string): object => {
    for (const [, name] of text.matchAll(/"#\/\$defs\/([^"]+)"/g)) {
      const $id = ADDRESS + name!
      if (ajv.schemas[$id]) continue
      const schema: Record<string, unknown> = { $id }
      ajv.addSchema(schema)
      Object.assign(schema, known(JSON.stringify(definitions[name!])))
    }
    return JSON.parse(text.replaceAll('"#/$defs/', `"${ADDRESS}`), converts ? textStaysText : undefined) as object
  }
  const compiled = new Map<Schema, ReturnType<typeof ajv.compile>>()
  return (schema, value) => {
    const validate = compiled.get(schema) ?? ajv.compile(known(JSON.stringify(schema)))
    compiled.set(schema, validate)
    return validate(value) ? [] : validate.errors!.map(found)
  }
}

function textStaysText(key: string, value: unknown): unknown {
  if (key !== 'anyOf' || !(value as Schema[]).some((one) => one.type === 'string')) return value
  return (value as Schema[]).filter((one) => !['boolean', 'null', 'number'].includes(one.type ?? ''))
}

function found({ keyword, instancePath, params, message }: ErrorObject): object {
  const { missingProperty, additionalProperty, allowedValues } = params as Record<string, never>
  const last = missingProperty ?? additionalProperty
  const path = [...instancePath.split('/').slice(1), ...(last === undefined ? [] : [last])]
  return { keyword, path, message, ...(allowedValues ? { allowed: allowedValues } : {}) }
}

/** Something that the schema accepts, most of the time: strings only for a form. */
function sample(schema: Schema, form: boolean, depth = 0): unknown {
  if (schema.$ref) return sample(definitions[schema.$ref.slice(8)]!, form, depth)
  if (schema.anyOf) return sample(oneOf(schema.anyOf), form, depth)
  if (schema.enum) return oneOf(schema.enum)
  if (schema.type === 'array') return depth > 4 ? [] : [sample(schema.items ?? {}, form, depth + 1)]
  if (schema.type === 'number') return form ? String(below(100)) : below(100)
  if (schema.type === 'boolean') return form ? oneOf(['true', 'false']) : below(2) === 0
  if (schema.type === 'null') return form ? '' : null
  if (schema.type !== 'object') return oneOf(['007', 'text', ''])
  const names = Object.keys(schema.properties ?? {})
  const chosen = names.filter((name) => schema.required?.includes(name) || below(names.length + 3 * depth) < 3)
  const fields = chosen.map((name): [string, unknown] => [name, sample(schema.properties![name]!, form, depth + 1)])
  const other = schema.additionalProperties
  return Object.fromEntries(typeof other === 'object' ? [...fields, ['other', sample(other, form, depth + 1)]] : fields)
}

/** Changes one place: a wrong type, a missing field, an unknown one. */
function spoil(value: unknown, form: boolean): unknown {
  const wrong: readonly unknown[] = form ? ['x', '', '1', 'true', {}, [], { a: '1' }, ['1']] : ['x', null, 1, true, {}, [], { a: 1 }, [1]]
  if (typeof value !== 'object' || value === null || below(6) === 0) return oneOf(wrong)
  if (Array.isArray(value)) return [...(value as unknown[]), oneOf(wrong)]
  const names = Object.keys(value)
  const name = oneOf([...names, 'unknown'])
  const { [name]: old, ...rest } = value as Record<string, unknown>
  return below(4) === 0 ? rest : { ...rest, [name]: spoil(old, form) }
}

/** Compares both on a value and on spoiled copies; a form is also converted in the same way. */
function compare(ajv: ReturnType<typeof peer>, schema: Schema, value: unknown, converts: boolean): number {
  const spoiled = Array.from({ length: 12 }, () => spoil(value, converts))
  let faults = 0
  for (const one of [value, ...spoiled]) {
    const [ours, theirs] = [structuredClone(one), structuredClone(one)]
    const mine = violations(schema, ours, { definitions, converts })
    assert.deepEqual(mine, ajv(schema, theirs), JSON.stringify(one))
    if (typeof one === 'object') assert.deepEqual(ours, theirs)
    faults += mine.length
  }
  return faults
}

/** Every seventh operation, of which all kinds are: Ajv takes a minute for all of them. */
const chosen = Object.values(operations).filter((_, at) => at % 7 === 0)

for (const converts of [true, false])
  test(`requests have the same violations as with Ajv, ${converts ? 'with' : 'without'} conversion of forms`, () => {
    const ajv = peer(converts)
    let faults = 0
    for (const { params } of chosen)
      if (params) for (let round = 0; round < 8; round++) faults += compare(ajv, params.schema, sample(params.schema, converts), converts)
    assert.ok(faults > 500, String(faults))
  })

test('responses have the same violations as with Ajv', () => {
  const ajv = peer(false)
  let faults = 0
  for (const { id, result } of chosen)
    faults += compare(ajv, 'list' in result ? result.item : result.schema, complete(id, {}), false)
  assert.ok(faults > 20, String(faults))
})

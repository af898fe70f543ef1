import type { Schema } from './contract.ts'

/** A violation of a schema, at a path of property names and indexes. */
export interface Violation {
  keyword: 'type' | 'enum' | 'required' | 'additionalProperties' | 'anyOf'
  path: string[]
  message: string
  /** Values that the schema lists, for `enum`. */
  allowed?: unknown[]
}

/** How to validate one value. */
export interface Validation {
  definitions: Record<string, Schema>
  /** Converts the strings of a form to the types of the schema, in place. */
  converts?: boolean
}

const NOT_LISTED = 'must be equal to one of the allowed values'
const UNKNOWN = 'must NOT have additional properties'
const POINTER = '#/$defs/'

/**
 * Checks a value by reading its schema. The contract uses eight keywords and 2,500 types, each of which a test meets a few
 * times: to compile them takes longer than to check with them. `violations.test.ts` compares this with Ajv.
 * @returns all violations in Ajv's order, none when the value is valid
 */
export function violations(schema: Schema, value: unknown, how: Validation): Violation[] {
  const found: Violation[] = []
  // The value is in an object, so that a converted one can take its place.
  check(schema, { holder: { value }, key: 'value' }, [], { ...how, found })
  return found
}

interface Place {
  holder: Record<string, unknown>
  key: string
}

interface Run extends Validation {
  found: Violation[]
}

function check(schema: Schema, place: Place, path: string[], run: Run): void {
  if (schema.$ref) return check(run.definitions[schema.$ref.slice(POINTER.length)]!, place, path, run)
  if (schema.type) checkType(schema.type, place, path, run)
  const value = place.holder[place.key]
  if (schema.enum && !schema.enum.includes(value))
    run.found.push({ keyword: 'enum', path, message: NOT_LISTED, allowed: schema.enum })
  if (schema.anyOf) checkAlternatives(schema.anyOf, place, path, run)
  if (Array.isArray(value)) {
    if (schema.items)
      for (const key of Object.keys(value)) check(schema.items, { holder: value as object as Place['holder'], key }, [...path, key], run)
  } else if (typeof value === 'object' && value !== null) {
    checkFields(schema, value as Record<string, unknown>, path, run)
  }
}

function checkType(type: string, place: Place, path: string[], run: Run): void {
  const value = place.holder[place.key]
  if (isOfType(type, value)) return
  const converted = run.converts ? conversion(type, value) : undefined
  if (converted === undefined) run.found.push({ keyword: 'type', path, message: `must be ${type}` })
  else place.holder[place.key] = converted
}

function isOfType(type: string, value: unknown): boolean {
  if (type === 'array') return Array.isArray(value)
  if (type === 'null') return value === null
  if (type === 'number') return Number.isFinite(value)
  return typeof value === type && value !== null && !Array.isArray(value)
}

/** A form has strings only, and an empty one for null. @returns undefined if the value has no equivalent of this type */
function conversion(type: string, value: unknown): unknown {
  if (type === 'number' && typeof value === 'string' && value && Number.isFinite(Number(value))) return Number(value)
  if (type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true'
  if (type === 'null' && value === '') return null
  return undefined
}

/**
 * The violations of all alternatives count, if none of them accepts the value. Each one is tried, also after one that
 * accepts, because it may convert the value: an empty form value that may be null becomes null.
 */
function checkAlternatives(alternatives: Schema[], place: Place, path: string[], run: Run): void {
  const found: Violation[] = []
  let accepted = false
  for (const one of run.converts ? textStaysText(alternatives) : alternatives) {
    const before = found.length
    check(one, place, path, { ...run, found })
    accepted ||= found.length === before
  }
  if (!accepted) run.found.push(...found, { keyword: 'anyOf', path, message: 'must match a schema in anyOf' })
}

/**
 * Where a string is allowed besides numbers or null, a form value must not be converted: every alternative is tried, and
 * metadata `007` would become 7.
 */
function textStaysText(alternatives: Schema[]): Schema[] {
  if (!alternatives.some((one) => one.type === 'string')) return alternatives
  return alternatives.filter((one) => !['boolean', 'null', 'number'].includes(one.type ?? ''))
}

function checkFields(schema: Schema, value: Record<string, unknown>, path: string[], run: Run): void {
  const { required = [], properties = {}, additionalProperties } = schema
  for (const name of required)
    if (value[name] === undefined)
      run.found.push({ keyword: 'required', path: [...path, name], message: `must have required property '${name}'` })
  const others = additionalProperties === undefined ? [] : Object.keys(value)
  for (const key of others) {
    if (Object.hasOwn(properties, key)) continue
    if (additionalProperties === false)
      run.found.push({ keyword: 'additionalProperties', path: [...path, key], message: UNKNOWN })
    else check(additionalProperties as Schema, { holder: value, key }, [...path, key], run)
  }
  for (const [key, property] of Object.entries(properties))
    if (value[key] !== undefined) check(property, { holder: value, key }, [...path, key], run)
}

import { Ajv2020 } from 'ajv/dist/2020.js'
import type { ErrorObject, ValidateFunction } from 'ajv'
import { readFileSync } from 'node:fs'

/** A JSON Schema fragment of the generated contract. */
export interface Schema {
  $ref?: string
  type?: string
  anyOf?: Schema[]
  enum?: unknown[]
  items?: Schema
  properties?: Record<string, Schema>
  additionalProperties?: boolean | Schema
  required?: string[]
  'x-expands'?: string[]
  'x-decimal'?: boolean
}

export interface Operation {
  id: string
  method: string
  path: string
  altPaths?: string[]
  contentType: string
  params: { schema: Schema; required: boolean } | null
  result: { schema: Schema } | { list: true; item: Schema }
}

interface ContractFile {
  meta: { apiVersion: string }
  operations: Record<string, Operation>
  events: Record<string, { object: Schema }>
  $defs: Record<string, Schema>
}

/** A violation, with its parameter in Stripe's bracket form (`line_items[0][price]`). */
export interface Misfit {
  keyword: string
  param: string
  message: string
}

const file = JSON.parse(readFileSync(new URL('contract.json', import.meta.url), 'utf8')) as ContractFile

// Unoptimized code compiles in half the time, and each schema runs only a few times.
const settings = { strict: false, allErrors: true, validateSchema: false, code: { optimize: false } } as const
const requests = new Ajv2020({ ...settings, coerceTypes: true })
const bodies = new Ajv2020(settings)
const results = new Ajv2020(settings)
const address = 'https://contract.invalid/'

const compiled = new WeakMap<Ajv2020, Map<string, ValidateFunction>>()

/**
 * Compiles on first use, because compiling all schemas takes seconds. Each definition is a separate schema,
 * so that a shared one is compiled once.
 */
function validator(ajv: Ajv2020, schema: Schema): ValidateFunction {
  const known = compiled.get(ajv) ?? new Map<string, ValidateFunction>()
  compiled.set(ajv, known)
  const text = JSON.stringify(schema)
  let validate = known.get(text)
  if (!validate) {
    validate = ajv.compile(addressed(ajv, text))
    known.set(text, validate)
  }
  return validate
}

/** Converts references to schema ids and registers the definitions behind them. */
function addressed(ajv: Ajv2020, text: string): object {
  const names = new Set([...text.matchAll(/"#\/\$defs\/([^"]+)"/g)].map((found) => found[1]!))
  for (const name of names) {
    const $id = address + name
    if (ajv.schemas[$id]) continue
    // Registered before its own references are resolved, because types refer to each other in cycles.
    const schema: Record<string, unknown> = { $id }
    ajv.addSchema(schema)
    Object.assign(schema, addressed(ajv, JSON.stringify(file.$defs[name])))
  }
  const reviver = ajv === requests ? textStaysText : undefined
  return JSON.parse(text.replaceAll('"#/$defs/', `"${address}`), reviver) as object
}

/**
 * All form values are strings. Where a string is allowed besides numbers or null, it must not be converted:
 * Ajv tries every alternative, and metadata `007` would become 7.
 */
function textStaysText(key: string, value: unknown): unknown {
  if (key !== 'anyOf' || !Array.isArray(value)) return value
  const alternatives = value as Schema[]
  if (!alternatives.some((one) => one.type === 'string')) return value
  return alternatives.filter((one) => !['boolean', 'null', 'number'].includes(one.type ?? ''))
}

export const apiVersion = file.meta.apiVersion
export const operations = file.operations

export function definition(reference: string): Schema {
  const found = file.$defs[reference.replace('#/$defs/', '')]
  if (!found) throw new Error(`The contract has no ${reference}`)
  return found
}

/**
 * Checks request parameters; form bodies (v1) are converted in place ('10' to 10), JSON bodies (v2) must be exact.
 * @returns misfits, none when the request is valid
 */
export function checkParams(operation: Operation, params: Record<string, unknown>): Misfit[] {
  if (!operation.params) return Object.keys(params).map((name) => unknown(name))
  const json = operation.contentType === 'application/json' && operation.method === 'POST'
  const validate = validator(json ? bodies : requests, operation.params.schema)
  return validate(params) ? [] : misfits(validate.errors ?? [])
}

/** Validates one of our responses without converting it. */
export function checkResult(operation: Operation, result: unknown): Misfit[] {
  const schema: Schema =
    'list' in operation.result ? listOf(operation.result.item, operation.path) : operation.result.schema
  const validate = validator(results, schema)
  return validate(result) ? [] : misfits(validate.errors ?? [])
}

/** Checks the object that an event contains. @throws if the contract has no such event type */
export function checkEvent(type: string, object: unknown): Misfit[] {
  const event = file.events[type]
  if (!event) throw new Error(`The contract has no event ${type}`)
  const validate = validator(results, event.object)
  return validate(object) ? [] : misfits(validate.errors ?? [])
}

function listOf(items: Schema, path: string): Schema {
  const data = { type: 'array', items }
  return path.startsWith('/v2/')
    ? { type: 'object', properties: { data }, required: ['data', 'next_page_url', 'previous_page_url'] }
    : {
        type: 'object',
        properties: { object: { enum: ['list'] }, data, has_more: { type: 'boolean' }, url: { type: 'string' } },
        required: ['object', 'data', 'has_more', 'url'],
      }
}

function unknown(param: string): Misfit {
  return { keyword: 'additionalProperties', param, message: `Received unknown parameter: ${param}` }
}

function misfits(errors: ErrorObject[]): Misfit[] {
  return errors.map((error) => {
    const place = error.instancePath.split('/').slice(1)
    const extra = error.params as { missingProperty?: string; additionalProperty?: string; allowedValues?: unknown[] }
    const last = extra.missingProperty ?? extra.additionalProperty
    const param = bracketed(last === undefined ? place : [...place, last])
    if (extra.additionalProperty !== undefined) return unknown(param)
    if (extra.missingProperty !== undefined)
      return { keyword: 'required', param, message: `Missing required param: ${param}.` }
    if (extra.allowedValues)
      return {
        keyword: 'enum',
        param,
        message: `Invalid ${param}: must be one of ${extra.allowedValues.slice(0, 12).join(', ')}`,
      }
    return { keyword: error.keyword, param, message: `Invalid ${param || 'request'}: ${error.message ?? 'refused'}` }
  })
}

function bracketed(path: string[]): string {
  return path.reduce((text, part) => (text === '' ? part : `${text}[${part}]`), '')
}

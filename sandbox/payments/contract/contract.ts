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

/** What does not fit, with the place in Stripe's bracket form (`line_items[0][price]`). */
export interface Misfit {
  keyword: string
  param: string
  message: string
}

const file = JSON.parse(readFileSync(new URL('contract.json', import.meta.url), 'utf8')) as ContractFile

const vocabulary = ['x-open', 'x-expands', 'x-decimal']
const requests = new Ajv2020({ strict: false, coerceTypes: true, allErrors: true, verbose: true })
const bodies = new Ajv2020({ strict: false, allErrors: true, verbose: true })
const results = new Ajv2020({ strict: false, allErrors: true })
for (const ajv of [requests, bodies, results]) {
  ajv.addVocabulary(vocabulary)
  ajv.addSchema({ $id: 'contract', $defs: file.$defs })
}

const compiled = new Map<string, ValidateFunction>()

/** Compiles at first use: all schemas at once take two seconds, one takes milliseconds. */
function validator(ajv: Ajv2020, name: string, schema: Schema): ValidateFunction {
  let validate = compiled.get(name)
  if (!validate) {
    const text = JSON.stringify(schema).replaceAll('"#/$defs/', '"contract#/$defs/')
    validate = ajv.compile(JSON.parse(text) as object)
    compiled.set(name, validate)
  }
  return validate
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
 * @returns misfits, none when the request is right
 */
export function checkParams(operation: Operation, params: Record<string, unknown>): Misfit[] {
  if (!operation.params) return Object.keys(params).map((name) => unknown(name))
  const json = operation.contentType === 'application/json' && operation.method === 'POST'
  const validate = validator(json ? bodies : requests, `params ${operation.id}`, operation.params.schema)
  return validate(params) ? [] : misfits(validate.errors ?? [])
}

/** Checks an answer of ours. Nothing is converted. */
export function checkResult(operation: Operation, result: unknown): Misfit[] {
  const schema: Schema =
    'list' in operation.result ? listOf(operation.result.item, operation.path) : operation.result.schema
  const validate = validator(results, `result ${operation.id}`, schema)
  return validate(result) ? [] : misfits(validate.errors ?? [])
}

/** Checks the object an event carries. @throws when the contract does not know the event type */
export function checkEvent(type: string, object: unknown): Misfit[] {
  const event = file.events[type]
  if (!event) throw new Error(`The contract knows no event ${type}`)
  const validate = validator(results, `event ${type}`, event.object)
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

import { readFileSync } from 'node:fs'
import { violations } from './violations.ts'
import type { Violation } from './violations.ts'

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
  return misfits(operation.params.schema, params, !json)
}

/** Validates one of our responses without converting it. */
export function checkResult(operation: Operation, result: unknown): Misfit[] {
  const schema: Schema =
    'list' in operation.result ? listOf(operation.result.item, operation.path) : operation.result.schema
  return misfits(schema, result)
}

/** Checks the object that an event contains. @throws if the contract has no such event type */
export function checkEvent(type: string, object: unknown): Misfit[] {
  const event = file.events[type]
  if (!event) throw new Error(`The contract has no event ${type}`)
  return misfits(event.object, object)
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

const misfits = (schema: Schema, value: unknown, converts = false): Misfit[] =>
  violations(schema, value, { definitions: file.$defs, converts }).map(misfit)

function misfit({ keyword, path, message, allowed }: Violation): Misfit {
  const param = bracketed(path)
  if (keyword === 'additionalProperties') return unknown(param)
  if (keyword === 'required') return { keyword, param, message: `Missing required param: ${param}.` }
  if (allowed)
    return { keyword, param, message: `Invalid ${param}: must be one of ${allowed.slice(0, 12).join(', ')}` }
  return { keyword, param, message: `Invalid ${param || 'request'}: ${message}` }
}

function bracketed(path: string[]): string {
  return path.reduce((text, part) => (text === '' ? part : `${text}[${part}]`), '')
}

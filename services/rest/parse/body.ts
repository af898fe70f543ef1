import { errors } from '../errors/table.ts'
import { parseCsv } from './csv.ts'
import { jsonFault } from './json-guard.ts'
import { parseQueryString } from './query-string.ts'
import type { Payload } from '../request.ts'

/** Rows of one insert. The limit is low because the response can be many times the size of the request. */
const MAX_ROWS = 10_000

const NOT_JSON = 'Empty or invalid json'
const utf8 = new TextDecoder('utf-8', { fatal: true })

export interface BodyOptions {
  /** Rows of a table, or arguments of a function. Arguments may be missing, or any JSON value. */
  content: 'rows' | 'arguments'
  /** The query names the columns, so the objects of a list may have different keys. */
  allowsDifferentKeys: boolean
}

/**
 * Parses the body to JSON text for PostgreSQL, with its shape and keys. Accepts JSON, CSV (rows of strings;
 * `NULL` is null), or a form (one object of strings). For a function, also a whole text, XML document or byte
 * string.
 */
export function parseBody(
  bytes: Uint8Array,
  contentType: string | undefined,
  { content, allowsDifferentKeys }: BodyOptions,
): Payload {
  const type = mediaType(contentType)
  const raw = content === 'arguments' ? RAW.get(type) : undefined
  if (raw === 'bytea') return { ...rawPayload(`\\x${Buffer.from(bytes).toString('hex')}`), raw }
  const text = decodeBody(bytes)
  if (raw) return { ...rawPayload(withoutNull(text)), raw }
  if (type === 'application/x-www-form-urlencoded') return formPayload(text)
  if (type === 'text/csv' && content === 'rows') return csvPayload(text)
  if (type !== 'application/json') throw errors.badContentType(type)
  if (text === '' && content === 'arguments') return { json: '{}', shape: 'object', keys: [] }
  return jsonPayload(text, content, allowsDifferentKeys)
}

/** Body types that a function with one unnamed parameter of that type receives whole. */
const RAW: ReadonlyMap<string, 'text' | 'xml' | 'bytea'> = new Map([
  ['text/plain', 'text'],
  ['text/xml', 'xml'],
  ['application/octet-stream', 'bytea'],
])

function rawPayload(json: string): Payload {
  return { json, shape: 'other', keys: [] }
}

function withoutNull(text: string): string {
  if (text.includes('\0')) throw errors.badBody('The null character is not allowed')
  return text
}

function csvPayload(text: string): Payload {
  const rows = parseCsv(withoutNull(text))
  if (rows.length > MAX_ROWS) throw errors.bodyTooLarge(`${MAX_ROWS} rows`)
  return { json: JSON.stringify(rows), shape: 'list', keys: Object.keys(rows[0] ?? {}) }
}

function jsonPayload(text: string, holds: BodyOptions['content'], unlikeKeys: boolean): Payload {
  const fault = jsonFault(text)
  if (fault) throw errors.badBody(`Invalid json: ${fault}`)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw errors.badBody(NOT_JSON)
  }
  if (Array.isArray(value)) {
    return { json: text, shape: 'list', keys: holds === 'rows' ? listKeys(value, unlikeKeys) : [] }
  }
  if (value !== null && typeof value === 'object')
    return { json: text, shape: 'object', keys: Object.keys(value) }
  return { json: text, shape: 'other', keys: [] }
}

function listKeys(rows: unknown[], unlikeKeys: boolean): string[] {
  if (rows.length > MAX_ROWS) throw errors.bodyTooLarge(`${MAX_ROWS} rows`)
  const [first] = rows
  if (first === undefined) return []
  if (!rows.every((row) => row !== null && typeof row === 'object' && !Array.isArray(row))) {
    throw errors.badBody('All object keys must match')
  }
  const keys = Object.keys(first as object)
  const alike = (row: object) =>
    Object.keys(row).length === keys.length && keys.every((key) => Object.hasOwn(row, key))
  if (!unlikeKeys && !(rows as object[]).every(alike)) throw errors.badBody('All object keys must match')
  return keys
}

function formPayload(text: string): Payload {
  const fields = new Map(parseQueryString(text))
  return { json: JSON.stringify(Object.fromEntries(fields)), shape: 'object', keys: [...fields.keys()] }
}

function decodeBody(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes)
  } catch {
    throw errors.badBody('The body is not valid UTF-8')
  }
}

/** The type without parameters. Rejects charsets other than UTF-8. */
function mediaType(header: string | undefined): string {
  const [type = '', ...parameters] = (header ?? 'application/json').toLowerCase().split(';')
  const charset = parameters.map((text) => text.trim()).find((text) => text.startsWith('charset='))
  if (charset && !/^charset="?utf-?8"?$/.test(charset)) throw errors.badContentType(header!.slice(0, 100))
  return type.trim()
}

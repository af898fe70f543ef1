import { errors } from '../errors/table.ts'
import type { Answer } from '../respond.ts'
import type { ResultRow } from '../run.ts'

/** Statuses of answers that have no body. */
const EMPTY = new Set([204, 205, 304])

/** Headers that belong to the connection, or follow from the body: not a function's to say. */
const OWN = new Set(['connection', 'content-length', 'keep-alive', 'trailer', 'transfer-encoding', 'upgrade'])

type Made = Omit<Answer, 'headers'> & { headers: Record<string, string | string[]> }

/**
 * The answer as functions and triggers want it, who may set `response.status` to a status and `response.headers` to a
 * JSON list of objects with one key and a text each. Theirs replace ours of the same name.
 * @throws PGRST112, PGRST111 (500: the mistake is the function's, not the caller's)
 */
export function withSettings(answer: Made, { status, headers }: Pick<ResultRow, 'status' | 'headers'>): Made {
  if (!status && !headers) return answer
  const made = { ...answer, headers: { ...answer.headers } }
  if (status) made.status = statusOf(status)
  for (const [name, values] of headers ? headerMap(headers) : [])
    made.headers[name] = values.length === 1 ? values[0]! : values
  if (EMPTY.has(made.status)) made.body = null
  return made
}

function statusOf(text: string): number {
  if (!/^[2-5]\d\d$/.test(text)) throw errors.badStatusSetting()
  return Number(text)
}

function headerMap(text: string): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const entry of headerList(text)) {
    const [[name, value] = ['', undefined], ...more] = isObject(entry) ? Object.entries(entry) : []
    if (more.length > 0 || typeof value !== 'string' || !isHeader(name, value))
      throw errors.badHeadersSetting()
    const key = name.toLowerCase()
    found.set(key, [...(found.get(key) ?? []), value])
  }
  return found
}

function headerList(text: string): unknown[] {
  let list: unknown
  try {
    list = JSON.parse(text)
  } catch (cause) {
    throw errors.badHeadersSetting(cause)
  }
  if (!Array.isArray(list)) throw errors.badHeadersSetting()
  return list
}

const isObject = (value: unknown): value is object =>
  value !== null && typeof value === 'object' && !Array.isArray(value)

/** A name and a value that HTTP can carry, and that are not of the connection. */
export function isHeader(name: string, value: string): boolean {
  return (
    /^[\w!#$%&'*+.^`|~-]+$/.test(name) &&
    !OWN.has(name.toLowerCase()) &&
    /^[\t\x20-\x7e\x80-\xff]*$/.test(value)
  )
}

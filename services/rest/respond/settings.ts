import { errors } from '../errors/table.ts'
import type { RestResponse } from '../respond.ts'
import type { ResultRow } from '../run.ts'

/** Statuses of responses without a body. */
const STATUSES_WITHOUT_BODY = new Set([204, 205, 304])

/** Headers that belong to the connection or follow from the body. Functions cannot set them. */
const RESERVED = new Set([
  'connection',
  'content-length',
  'keep-alive',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

type SettableAnswer = Omit<RestResponse, 'headers'> & { headers: Record<string, string | string[]> }

/**
 * Applies the settings of functions and triggers: `response.status` is a status, `response.headers` a JSON
 * list of objects with one key and a string value each. Their headers replace ours of the same name.
 * @throws PGRST112, PGRST111 (500: the mistake is the function's, not the caller's)
 */
export function withSettings(
  answer: SettableAnswer,
  { status, headers }: Pick<ResultRow, 'status' | 'headers'>,
): SettableAnswer {
  if (!status && !headers) return answer
  const result = { ...answer, headers: { ...answer.headers } }
  if (status) result.status = statusOf(status)
  for (const [name, values] of headers ? headerMap(headers) : [])
    result.headers[name] = values.length === 1 ? values[0]! : values
  if (STATUSES_WITHOUT_BODY.has(result.status)) result.body = null
  return result
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

/** Whether HTTP can carry the name and value, and the header does not belong to the connection. */
export function isHeader(name: string, value: string): boolean {
  return (
    /^[\w!#$%&'*+.^`|~-]+$/.test(name) &&
    !RESERVED.has(name.toLowerCase()) &&
    /^[\t\x20-\x7e\x80-\xff]*$/.test(value)
  )
}

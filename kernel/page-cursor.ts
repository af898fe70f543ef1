import { defineErrors } from './errors.ts'

const cursorErrors = defineErrors({
  bad_cursor: { status: 400, text: 'cursor must be one that a page of this list gave' },
})

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Whether a text is a time in the form that the database writes into JSON. */
export const isTime = (text: string): boolean =>
  /^\d{4}-\d\d-\d\dT[\d:.]{8,15}[+-]\d\d:\d\d$/.test(text) && !Number.isNaN(Date.parse(text))

/** End of a page: the time (ISO 8601, with the database's microseconds) and id of its last row. */
export interface PageEnd {
  created_at: string
  id: string
}

/** The cursor for the next page. */
export const cursorOf = ({ created_at, id }: PageEnd): string =>
  Buffer.from(`${created_at} ${id}`).toString('base64url')

/** @throws {AppError} 400 bad_cursor for anything that is not a cursor of ours */
export function readCursor(cursor: string): PageEnd {
  const [created_at = '', id = ''] = Buffer.from(cursor, 'base64url').toString().split(' ')
  if (!isTime(created_at) || !ID.test(id)) throw cursorErrors.bad_cursor()
  return { created_at, id }
}

/** A column to sort by; with `-` before it, the largest or newest value comes first. */
export type SortKey<Name extends string = string> = Name | `-${Name}`

/** End of a page of a sorted list: the sort, and the value (as text) and id of the last row. */
interface SortedEnd {
  sort: string
  value: string
  id: string
}

/** The cursor for the next page of a sorted list. */
export const sortedCursor = ({ sort, value, id }: SortedEnd): string =>
  Buffer.from(JSON.stringify([sort, value, id])).toString('base64url')

/**
 * @param isValue whether a text is a value of this sort
 * @throws {AppError} 400 bad_cursor for anything that is not a cursor of this sort
 */
export function readSortedCursor(
  cursor: string,
  sort: string,
  isValue: (text: string) => boolean,
): Omit<SortedEnd, 'sort'> {
  const [of, value, id] = parse(Buffer.from(cursor, 'base64url').toString())
  const valid = of === sort && typeof value === 'string' && isValue(value)
  if (!valid || typeof id !== 'string' || !ID.test(id)) throw cursorErrors.bad_cursor()
  return { value, id }
}

function parse(text: string): unknown[] {
  try {
    const parsed: unknown = JSON.parse(text)
    return Array.isArray(parsed) ? parsed : []
  } catch {
    return []
  }
}

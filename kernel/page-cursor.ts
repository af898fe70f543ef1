import { defineErrors } from './errors.ts'

const cursorErrors = defineErrors({
  bad_cursor: { status: 400, text: 'cursor must be one that a page of this list gave' },
})

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

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
  const time = /^\d{4}-\d\d-\d\dT[\d:.]{8,15}[+-]\d\d:\d\d$/.test(created_at)
  if (!time || Number.isNaN(Date.parse(created_at)) || !ID.test(id)) throw cursorErrors.bad_cursor()
  return { created_at, id }
}

import type { AppContext } from '#kernel/http/context.ts'
import { authErrors } from './errors.ts'

/** One page of a list, as the official client requests it. */
export interface Page {
  /** Starts at 1. */
  number: number
  size: number
}

const DEFAULT_PAGE_SIZE = 50
const MAX_PAGE_SIZE = 1000

/** Reads `page` and `per_page`. @throws {AppError} 400 validation_failed */
export const readPage = (c: AppContext): Page => ({
  number: count(c.req.query('page'), 1, 1_000_000),
  size: count(c.req.query('per_page'), DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE),
})

/** Sets the headers with the numbers of rows and pages, which the official client reads. */
export function answerPage(c: AppContext, page: Page, total: number): void {
  const last = Math.max(1, Math.ceil(total / page.size))
  const link = (to: number, rel: string) => `<${c.req.path}?page=${to}&per_page=${page.size}>; rel="${rel}"`
  c.header('x-total-count', String(total))
  c.header(
    'link',
    [...(page.number < last ? [link(page.number + 1, 'next')] : []), link(last, 'last')].join(', '),
  )
}

/** Reads a whole number from the query. A missing value and 0 mean the fallback. */
function count(text: string | undefined, fallback: number, most: number): number {
  if (!text) return fallback
  if (!/^\d{1,9}$/.test(text))
    throw authErrors.validation_failed({ text: 'page and per_page are whole numbers' })
  return Math.min(Number(text) || fallback, most)
}

import type { Finding } from '#kernel/browser/finding.ts'

// Characters. What is told follows the page, and a page may be made to have much told.
const MOST_TEXT = 2000
const MOST_CODE = 8000
const MOST_FIXES = 4

/** A finding of a size that can be shown and kept; what does not fit whole is no fix. */
export function bounded<F extends Finding>({ text, fixes, ...finding }: F) {
  const kept = fixes?.filter(({ code }) => code.length <= MOST_CODE).slice(0, MOST_FIXES)
  return {
    ...finding,
    text: text.length > MOST_TEXT ? `${text.slice(0, MOST_TEXT).toWellFormed()}…` : text,
    ...(kept ? { fixes: kept } : {}),
  }
}

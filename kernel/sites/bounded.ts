import type { Finding } from '#kernel/browser/finding.ts'

// Maximum characters. The text quotes the page, and a malicious page could make it very long.
const MOST_TEXT = 2000
const MOST_CODE = 8000
const MOST_FIXES = 4

/** Limits a finding to a size that can be shown and stored. A fix that does not fit is dropped entirely. */
export function bounded<F extends Finding>({ text, fixes, ...finding }: F) {
  const kept = fixes?.filter(({ code }) => code.length <= MOST_CODE).slice(0, MOST_FIXES)
  return {
    ...finding,
    text: text.length > MOST_TEXT ? `${text.slice(0, MOST_TEXT).toWellFormed()}…` : text,
    ...(kept ? { fixes: kept } : {}),
  }
}

/** The result of a request's conditions (RFC 9110, section 13). */
export type Verdict = 'send' | 'not modified' | 'failed'

interface Current {
  /** Quoted, a strong validator. */
  etag: string
  /** In whole seconds. */
  modified: Date
}

/**
 * Evaluates in the order of RFC 9110, 13.2.2: a condition on the tag takes precedence over one on the date.
 */
export function conditionsOf(headers: Headers, current: Current): Verdict {
  const ifMatch = headers.get('if-match')
  const ifUnmodified = headers.get('if-unmodified-since')
  if (ifMatch !== null && !listed(ifMatch, current.etag, 'strong')) return 'failed'
  if (ifMatch === null && ifUnmodified !== null && isAfter(current.modified, ifUnmodified)) return 'failed'
  const ifNoneMatch = headers.get('if-none-match')
  if (ifNoneMatch !== null) return listed(ifNoneMatch, current.etag, 'weak') ? 'not modified' : 'send'
  const ifModified = headers.get('if-modified-since')
  if (ifModified !== null && isDate(ifModified) && !isAfter(current.modified, ifModified))
    return 'not modified'
  return 'send'
}

/** Whether a range may be served: without If-Range, or if If-Range matches this version of the file. */
export function rangeHolds(headers: Headers, { etag, modified }: Current): boolean {
  const ifRange = headers.get('if-range')
  if (ifRange === null) return true
  return ifRange.includes('"') ? ifRange === etag : new Date(ifRange).getTime() === modified.getTime()
}

function listed(header: string, etag: string, comparison: 'strong' | 'weak'): boolean {
  if (header.trim() === '*') return true
  return header
    .split(',')
    .map((tag) => (comparison === 'weak' ? tag.trim().replace(/^W\//, '') : tag.trim()))
    .includes(etag)
}

const isDate = (text: string) => !Number.isNaN(Date.parse(text))

/** False if the header is not a date: such a header is ignored. */
const isAfter = (moment: Date, text: string) => isDate(text) && moment.getTime() > Date.parse(text)

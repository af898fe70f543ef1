/** What a request asks to be true of the file, and what it has of it already (RFC 9110, section 13). */
export type Verdict = 'send' | 'not modified' | 'failed'

interface Current {
  /** Quoted, strong. */
  etag: string
  /** In whole seconds. */
  modified: Date
}

/** In the order of RFC 9110, 13.2.2: a condition on the tag outweighs the one on the date. */
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

/** Whether a range may be answered: without If-Range, or when it names this very file. */
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

/** False for what is no date: such a header says nothing. */
const isAfter = (moment: Date, text: string) => isDate(text) && moment.getTime() > Date.parse(text)

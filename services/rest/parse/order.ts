import { Cursor } from './cursor.ts'
import { field } from './field.ts'
import type { OrderTerm } from '../request.ts'

const MAX_TERMS = 50
const DIRECTION = /\.(asc|desc)(?=[.,]|$)/y
const NULLS = /\.nulls(first|last)(?=,|$)/y

/** `order=a.desc.nullslast,b->>c,relation(d)`. */
export function parseOrder(text: string): OrderTerm[] {
  const cursor = new Cursor(text, 'order')
  const terms: OrderTerm[] = []
  do {
    if (terms.length === MAX_TERMS) cursor.fail(`at most ${MAX_TERMS} terms`)
    terms.push(term(cursor))
  } while (cursor.take(','))
  cursor.expectEnd('","')
  return terms
}

function term(cursor: Cursor): OrderTerm {
  const first = field(cursor)
  const inner = first.path.length === 0 && cursor.take('(') ? field(cursor) : undefined
  if (inner) cursor.expect(')')
  const direction = cursor.match(DIRECTION)?.[1] as OrderTerm['direction']
  const nulls = cursor.match(NULLS)?.[1] as OrderTerm['nulls']
  cursor.skipSpace()
  if (!cursor.done && !cursor.peek(',')) cursor.fail('"asc", "desc", "nullsfirst" or "nullslast"')
  return { field: inner ?? first, relation: inner && first.name, direction, nulls }
}

import { Cursor } from './cursor.ts'
import { fieldName, jsonPath } from './field.ts'
import type { SelectItem } from '../request.ts'

const MAX_ITEMS = 500
const MAX_DEPTH = 30
const AGGREGATE = /\.(sum|avg|count|max|min)\(\)/y
const CAST = /::([\p{L}\p{N}_ $]+)/uy

/** `select=`: columns, aliases, casts, JSON paths, `*`, relations. Empty means `*`. */
export function parseSelect(text: string): SelectItem[] {
  if (text === '') return [{ kind: 'star' }]
  const cursor = new Cursor(text, 'select parameter')
  const selected = items(cursor, 0)
  cursor.expectEnd('","')
  return selected
}

function items(cursor: Cursor, depth: number): SelectItem[] {
  if (depth > MAX_DEPTH) cursor.fail(`at most ${MAX_DEPTH} levels of embedding`)
  const found: SelectItem[] = []
  do {
    if (found.length === MAX_ITEMS) cursor.fail(`at most ${MAX_ITEMS} items`)
    cursor.skipSpace()
    found.push(item(cursor, depth))
    cursor.skipSpace()
  } while (cursor.take(','))
  return found
}

function item(cursor: Cursor, depth: number): SelectItem {
  if (cursor.take('...')) return relation(cursor, fieldName(cursor), depth)
  if (cursor.take('*')) return { kind: 'star' }
  const alias = cursor.attempt(() => aliasBefore(cursor))
  if (cursor.take('count()')) {
    cast(cursor)
    return { kind: 'column', field: { name: '*', path: [] }, alias, aggregate: 'count' }
  }
  const name = fieldName(cursor)
  if (cursor.peek('!') || cursor.peek('(')) return relation(cursor, name, depth)
  const path = jsonPath(cursor)
  const type = cast(cursor)
  const aggregate = cursor.match(AGGREGATE)?.[1]
  if (aggregate) cast(cursor)
  if (!cursor.done && !cursor.peek(',') && !cursor.peek(')') && !cursor.peek(' ')) {
    cursor.fail('letter, digit, "-", "->>", "->", "::", ".", ")", "," or end of input')
  }
  return { kind: 'column', field: { name, path }, alias, cast: type, aggregate }
}

/** `alias:`, but not the `::` of a cast. */
function aliasBefore(cursor: Cursor): string | undefined {
  if (cursor.done || cursor.peek('(') || cursor.peek(')') || cursor.peek(',')) return undefined
  const name = fieldName(cursor)
  return cursor.peek('::') || !cursor.take(':') ? undefined : name
}

function cast(cursor: Cursor): string | undefined {
  if (!cursor.peek('::')) return undefined
  return cursor.match(CAST)?.[1]!.trim() || cursor.fail('letter or digit')
}

/** `name!hint!inner(…)`: the inside is checked and dropped, since no relation is embedded yet. */
function relation(cursor: Cursor, name: string, depth: number): SelectItem {
  let hint: string | undefined
  while (cursor.take('!')) {
    const word = fieldName(cursor)
    if (word !== 'inner' && word !== 'left') hint = word
  }
  cursor.expect('(')
  if (!cursor.peek(')')) items(cursor, depth + 1)
  cursor.expect(')')
  return { kind: 'relation', name, hint }
}

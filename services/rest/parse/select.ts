import { Cursor } from './cursor.ts'
import { fieldName, jsonPath } from './field.ts'
import type { Aggregate, Embedding, SelectItem } from '../request.ts'

const MAX_ITEMS = 500
/**
 * Levels of embedding. PostgreSQL plans ten levels of one row each in a few milliseconds; no real page needs
 * more.
 */
const MAX_DEPTH = 10
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
  if (cursor.take('...')) return { ...relation(cursor, spreadName(cursor), depth), spread: true }
  if (cursor.take('*')) return { kind: 'star' }
  const alias = cursor.attempt(() => aliasBefore(cursor))
  if (cursor.take('count()')) {
    return { kind: 'column', field: { name: '*', path: [] }, alias, aggregate: aggregated(cursor, 'count') }
  }
  const name = fieldName(cursor)
  if (cursor.peek('!') || cursor.peek('(')) return { ...relation(cursor, name, depth), alias }
  const path = jsonPath(cursor)
  const type = cast(cursor)
  const called = cursor.match(AGGREGATE)?.[1] as Aggregate['name'] | undefined
  const aggregate = called && aggregated(cursor, called)
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

function aggregated(cursor: Cursor, name: Aggregate['name']): Aggregate {
  return { name, cast: cast(cursor) }
}

function spreadName(cursor: Cursor): string {
  cursor.skipSpace()
  return fieldName(cursor)
}

/** `name!hint!inner(…)`: at most one hint, and one of `inner` and `left`, in any order. */
function relation(cursor: Cursor, name: string, depth: number): Embedding {
  let hint: string | undefined
  let join: string | undefined
  while (cursor.take('!')) {
    const word = fieldName(cursor)
    const isJoin = word === 'inner' || word === 'left'
    if ((isJoin ? join : hint) !== undefined) cursor.fail('"("')
    if (isJoin) join = word
    else hint = word
  }
  cursor.expect('(')
  cursor.skipSpace()
  const select = cursor.peek(')') ? [] : items(cursor, depth + 1)
  cursor.expect(')')
  return { kind: 'relation', name, hint, inner: join === 'inner', spread: false, select }
}

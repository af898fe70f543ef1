import type { Cursor } from './cursor.ts'
import type { Field, JsonStep } from '../request.ts'

const IDENTIFIER = /[\p{L}\p{N}_ $]+(?:-(?!>)[\p{L}\p{N}_ $]+)*/uy
const JSON_KEY = /[^(\-:.,>)]+(?:-(?!>)[^(\-:.,>)]+)*/uy
const JSON_INDEX = /-?\d+(?=->|::|[.,)]|$)/y
const QUOTED = /"([^"\\]*(?:\\.[^"\\]*)*)"/sy

/** `"…"` with backslash escapes; undefined if there is no quoted string here. */
export function quoted(cursor: Cursor): string | undefined {
  const found = cursor.match(QUOTED)
  return found && found[1]!.replace(/\\(.)/gs, '$1')
}

/** A name in the grammar: quoted, or letters, digits, `_`, `$`, spaces and inner dashes. */
export function fieldName(cursor: Cursor): string {
  const inQuotes = quoted(cursor)
  if (inQuotes !== undefined) return inQuotes
  const start = cursor.at
  const name = cursor.match(IDENTIFIER)?.[0].trim()
  if (name) return name
  cursor.at = start
  return cursor.fail('field name (* or [a..z0..9_$])')
}

/** `->a->>b->0`, or no steps. */
export function jsonPath(cursor: Cursor): JsonStep[] {
  const steps: JsonStep[] = []
  for (;;) {
    const arrow = cursor.take('->>') ? '->>' : cursor.take('->') ? '->' : undefined
    if (!arrow) return steps
    const index = cursor.match(JSON_INDEX)?.[0]
    steps.push(index === undefined ? { arrow, key: jsonKey(cursor) } : { arrow, index })
  }
}

function jsonKey(cursor: Cursor): string {
  const key = quoted(cursor) ?? cursor.match(JSON_KEY)?.[0].trim()
  return key ? key : cursor.fail('any non reserved character different from: .,>()')
}

/** A column with an optional JSON path. */
export function field(cursor: Cursor): Field {
  cursor.skipSpace()
  const name = fieldName(cursor)
  const path = jsonPath(cursor)
  cursor.skipSpace()
  return { name, path }
}

/** A comma-separated list of names: `columns=`, `on_conflict=`. Each name once. */
export function nameList(cursor: Cursor): string[] {
  const names = new Set<string>()
  do {
    cursor.skipSpace()
    names.add(fieldName(cursor))
    cursor.skipSpace()
  } while (cursor.take(','))
  cursor.expectEnd('","')
  return [...names]
}

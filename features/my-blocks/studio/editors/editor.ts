import type { Json } from '#features/my-blocks/kinds/read-json.ts'

/** A form over a block's data: it changes the fields it knows and preserves all others. */
export interface EditorProps {
  data: Json
  onChange: (data: Json) => void
  /** The error of a field, by path: `style.fontSize`, `plans.0.name`. */
  problems: ReadonlyMap<string, string>
}

/** An object with one field set, or removed if the value is empty. */
export function withField(object: Json, name: string, value: unknown): Json {
  if (value !== undefined) return { ...object, [name]: value }
  const { [name]: _, ...rest } = object
  return rest
}

/** A list with one entry replaced. */
export const withEntry = <T>(list: readonly T[], at: number, entry: T): T[] =>
  list.map((each, place) => (place === at ? entry : each))

/** A list with one entry swapped with its neighbor. */
export function moved<T>(list: readonly T[], at: number, by: 1 | -1): T[] {
  const next = [...list]
  const to = at + by
  if (to < 0 || to >= list.length) return next
  ;[next[at], next[to]] = [next[to]!, next[at]!]
  return next
}

/** The value of a text field: text and numbers unchanged, empty for anything else. */
export const typedText = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''

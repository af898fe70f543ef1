import type { Json } from '#features/my-blocks/kinds/read-json.ts'

/** A form over a block's data: it changes the fields that it knows and leaves all others as they are. */
export interface EditorProps {
  data: Json
  onChange: (data: Json) => void
  /** What is wrong with a field, by its path: `style.fontSize`, `plans.0.name`. */
  problems: ReadonlyMap<string, string>
}

/** An object with one field set, or taken out where there is nothing to say. */
export function withField(object: Json, name: string, value: unknown): Json {
  if (value !== undefined) return { ...object, [name]: value }
  const { [name]: _, ...rest } = object
  return rest
}

/** A list with one entry replaced. */
export const withEntry = <T>(list: readonly T[], at: number, entry: T): T[] =>
  list.map((each, place) => (place === at ? entry : each))

/** A list in which an entry has changed places with its neighbour. */
export function moved<T>(list: readonly T[], at: number, by: 1 | -1): T[] {
  const next = [...list]
  const to = at + by
  if (to < 0 || to >= list.length) return next
  ;[next[at], next[to]] = [next[to]!, next[at]!]
  return next
}

/** What stands in a text field: text and numbers as they are, nothing for anything else. */
export const typedText = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''

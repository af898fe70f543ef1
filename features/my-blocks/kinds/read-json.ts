// Reads JSON that creators wrote manually. It is untrusted, and no input may throw. Invalid values are
// omitted, and long ones truncated, so that no block can make an unreasonably large page.

export type Json = Record<string, unknown>

// oxlint-disable-next-line no-control-regex -- removes control characters and bidirectional overrides
const UNSEEN = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g

/** A value as an object; an empty one for anything else. Inherited fields are ignored. */
export const objectOf = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {}

/** An own field, so that `constructor` and `__proto__` are ordinary names. */
export const fieldOf = (object: Json, name: string): unknown =>
  Object.hasOwn(object, name) ? object[name] : undefined

/** The first entries of a list; empty for anything else. */
export const listOf = (value: unknown, most: number): unknown[] =>
  Array.isArray(value) ? value.slice(0, most) : []

/** One line of text from a string, number or boolean; empty for anything else. */
export function lineOf(value: unknown, most = 200): string {
  const plain = typeof value === 'number' || typeof value === 'boolean' ? String(value) : value
  return typeof plain === 'string'
    ? cut(
        plain
          .slice(0, most * 4)
          .replace(UNSEEN, ' ')
          .trim(),
        most,
      )
    : ''
}

/** Text with its line breaks; empty for anything that is not a string. */
export function proseOf(value: unknown, most: number): string {
  if (typeof value !== 'string') return ''
  const lines = value.slice(0, most * 2).split(/\r\n|\r|\n/)
  return cut(
    lines
      .map((line) => line.replace(UNSEEN, ' '))
      .join('\n')
      .trim(),
    most,
  )
}

/** Truncates between whole characters, never inside one. */
function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')}…`
}

/**
 * An address that is safe as a link: http, https or mailto; undefined for anything else, above all scripts.
 */
export function linkOf(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > 2000) return undefined
  const url = URL.parse(value.trim())
  return url && /^(https?|mailto):$/.test(url.protocol) ? url.href : undefined
}

/** `#rgb` or `#rrggbb` as `#rrggbb`; undefined for anything else. */
export function colorOf(value: unknown): string | undefined {
  const digits =
    typeof value === 'string' ? /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(value.trim())?.[1] : undefined
  if (!digits) return undefined
  return `#${digits.length === 3 ? digits.replaceAll(/./g, '$&$&') : digits}`.toLowerCase()
}

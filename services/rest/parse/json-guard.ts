const MAX_DEPTH = 100

/**
 * Checks JSON text for what JSON.parse accepts: unlimited nesting, a repeated key in one object (two parsers
 * could read different values), and keys that can break other programs' objects. Does not check that the text
 * is JSON.
 * @returns a description of the problem, or undefined
 */
export function jsonFault(text: string): string | undefined {
  /** Keys of each open object; undefined for a list. */
  const open: (Set<string> | undefined)[] = []
  /** The key whose value comes next, for each open object. */
  const path: string[] = []
  for (let at = 0; at < text.length; at++) {
    const char = text.charCodeAt(at)
    if (char === QUOTE) {
      const end = endOfString(text, at)
      const keys = open.at(-1)
      if (keys && isKey(text, end)) {
        const key = unescaped(text.slice(at + 1, end))
        if (keys.has(key)) return `the key ${JSON.stringify(key)} appears twice in one object`
        if (key === '__proto__' || (key === 'prototype' && path.at(-2) === 'constructor')) {
          return `the key ${JSON.stringify(key)} is not allowed`
        }
        keys.add(key)
        path[path.length - 1] = key
      }
      at = end
    } else if (char === OPEN_BRACE || char === OPEN_BRACKET) {
      if (open.length === MAX_DEPTH) return `it is nested more than ${MAX_DEPTH} levels deep`
      open.push(char === OPEN_BRACE ? new Set() : undefined)
      path.push('')
    } else if (char === CLOSE_BRACE || char === CLOSE_BRACKET) {
      open.pop()
      path.pop()
    }
  }
  return undefined
}

const QUOTE = 34
const OPEN_BRACKET = 91
const BACKSLASH = 92
const CLOSE_BRACKET = 93
const OPEN_BRACE = 123
const CLOSE_BRACE = 125

function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let backslashes = 0
    while (text.charCodeAt(end - 1 - backslashes) === BACKSLASH) backslashes++
    if (backslashes % 2 === 0) return end
  }
  return text.length
}

const COLON_NEXT = /\s*:/y

function isKey(text: string, end: number): boolean {
  COLON_NEXT.lastIndex = end + 1
  return COLON_NEXT.test(text)
}

function unescaped(key: string): string {
  if (!key.includes('\\')) return key
  try {
    return JSON.parse(`"${key}"`) as string
  } catch {
    return key
  }
}

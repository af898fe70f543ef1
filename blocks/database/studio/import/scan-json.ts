/** The first character that is no JSON, or where each value of the outermost list starts. */
export interface JsonScan {
  /** Offset of the fault. */
  fault?: number
  /** Offsets of the items of the top-level list; for an object, of the items of its first list. */
  items: number[]
}

const SPACE = /[ \t\r\n]*/y
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y
const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y
const MOST_DEPTH = 100

/** Finds faults with their place, which the messages of `JSON.parse` lack in some engines. */
export function scanJson(text: string): JsonScan {
  const items: number[] = []
  let listDepth: number | undefined
  let at = 0
  let furthest = 0

  function match(pattern: RegExp): boolean {
    pattern.lastIndex = at
    if (!pattern.test(text)) return false
    at = pattern.lastIndex
    return true
  }
  const space = () => match(SPACE)
  function sign(expected: string): boolean {
    space()
    furthest = Math.max(furthest, at)
    if (text[at] !== expected) return false
    at++
    return true
  }
  function string(): boolean {
    space()
    furthest = Math.max(furthest, at)
    return match(STRING)
  }

  function value(depth: number): boolean {
    if (depth > MOST_DEPTH) return false
    if (sign('{')) {
      if (sign('}')) return true
      do {
        if (!string() || !sign(':') || !value(depth + 1)) return false
      } while (sign(','))
      return sign('}')
    }
    if (sign('[')) {
      // A second list of the object is not the rows.
      const isRows = listDepth === undefined
      if (isRows) listDepth = depth
      if (sign(']')) return true
      do {
        space()
        if (isRows) items.push(at)
        if (!value(depth + 1)) return false
      } while (sign(','))
      return sign(']')
    }
    return string() || match(SCALAR)
  }

  const isWhole = value(0) && !(space() && at < text.length)
  return isWhole ? { items } : { fault: Math.max(furthest, at), items }
}

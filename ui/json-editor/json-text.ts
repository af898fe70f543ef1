/** What keeps a text from being read as JSON, and where. */
export interface JsonProblem {
  /** In words, without the place. */
  message: string
  /** Offset into the text. */
  at: number
  /** From 1. */
  line: number
}

export type JsonRead = { value: Record<string, unknown> } | { problem: JsonProblem }

/** Reads a text that must hold one JSON object; nothing but blanks reads as `{}`. */
export function readJsonObject(text: string): JsonRead {
  if (text.trim() === '') return { value: {} }
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return { value: value as Record<string, unknown> }
    return { problem: { message: 'The whole must be an object, written in { and }', at: 0, line: 1 } }
  } catch (error) {
    return { problem: problemOf(text, error instanceof Error ? error.message : '') }
  }
}

/** The place stands in the engine's own words, in one of two ways; one without it means the end of the text. */
function problemOf(text: string, words: string): JsonProblem {
  const position = /position (\d+)/.exec(words)?.[1]
  const place = /line (\d+) column (\d+)/.exec(words)
  const at = Math.min(
    position ? Number(position) : place ? offsetOf(text, Number(place[1]), Number(place[2])) : text.length,
    text.length,
  )
  const message = words
    .replace(/^JSON\.parse: /, '')
    .replace(/,? ?(in JSON )?at (position|line) \d.*$/s, '')
    .replace(/, (\.\.\.)?".*is not valid JSON$/s, '')
    .replace(/ in JSON$/, '')
  return { message: message || 'This is not JSON', at, line: text.slice(0, at).split('\n').length }
}

function offsetOf(text: string, line: number, column: number): number {
  const before = text.split('\n').slice(0, line - 1)
  return before.reduce((sum, each) => sum + each.length + 1, 0) + column - 1
}

/** A value as people edit it: two blanks a step. */
export const writeJson = (value: unknown): string => JSON.stringify(value, null, 2)

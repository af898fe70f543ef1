/** Why a text is not a valid JSON object, and where. */
export interface JsonProblem {
  /** Readable message without the position. */
  message: string
  /** Offset into the text. */
  at: number
  /** From 1. */
  line: number
}

export type JsonRead = { value: Record<string, unknown> } | { problem: JsonProblem }

/** Parses text that must contain one JSON object. Blank text parses as `{}`. */
export function readJsonObject(text: string): JsonRead {
  if (text.trim() === '') return { value: {} }
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return { value: value as Record<string, unknown> }
    return { problem: { message: 'JSON must be an object: start with { and end with }', at: 0, line: 1 } }
  } catch (error) {
    return { problem: problemOf(text, error instanceof Error ? error.message : '') }
  }
}

/**
 * Extracts the position from the engine's message, which has one of two formats. A message without a position
 * means the end of the text.
 */
function problemOf(text: string, engineMessage: string): JsonProblem {
  const position = /position (\d+)/.exec(engineMessage)?.[1]
  const place = /line (\d+) column (\d+)/.exec(engineMessage)
  const at = Math.min(
    position ? Number(position) : place ? offsetOf(text, Number(place[1]), Number(place[2])) : text.length,
    text.length,
  )
  const message = engineMessage
    .replace(/^JSON\.parse: /, '')
    .replace(/,? ?(in JSON )?at (position|line) \d.*$/s, '')
    .replace(/, (\.\.\.)?".*is not valid JSON$/s, '')
    .replace(/ in JSON$/, '')
  return { message: message || 'Invalid JSON', at, line: text.slice(0, at).split('\n').length }
}

function offsetOf(text: string, line: number, column: number): number {
  const before = text.split('\n').slice(0, line - 1)
  return before.reduce((sum, each) => sum + each.length + 1, 0) + column - 1
}

/** Formats a value for editing, indented by two spaces. */
export const writeJson = (value: unknown): string => JSON.stringify(value, null, 2)

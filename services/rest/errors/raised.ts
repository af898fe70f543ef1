import * as z from 'zod/mini'
import { isHeader } from '../respond/settings.ts'
import { errors, RestError } from './table.ts'

const message = z.object({
  code: z.string(),
  message: z.string(),
  details: z.optional(z.nullable(z.string())),
  hint: z.optional(z.nullable(z.string())),
})
const detail = z.object({
  status: z.int().check(z.gte(200), z.lte(599)),
  // Parsed but ignored: HTTP/2 has no reason phrase, and no client reads it.
  status_text: z.optional(z.nullable(z.string())),
  headers: z.record(z.string(), z.string()),
})

/**
 * Handles `raise sqlstate 'PGRST'`, by which a function controls the whole error response: its message is a
 * JSON object with the error, its detail one with status and headers.
 * @returns that error; PGRST121 (500) if either cannot be parsed, because that is the function's mistake
 */
export function raisedError(messageText: string, detailText: string | undefined): RestError {
  const error = message.safeParse(parseJson(messageText))
  if (!error.success) return errors.badRaise('MESSAGE', messageText)
  const response = detail.safeParse(detailText === undefined ? undefined : parseJson(detailText))
  if (!response.success) return errors.badRaise('DETAIL', detailText)
  const { status, headers } = response.data
  if (!Object.entries(headers).every(([name, value]) => isHeader(name, value)))
    return errors.badRaise('DETAIL', detailText)
  const { code, details, hint } = error.data
  return new RestError(status, code, error.data.message, { details, hint: hint ?? null, headers })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

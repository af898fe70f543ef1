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
  // Read and dropped: HTTP/2 has no such words, and no client looks at them.
  status_text: z.optional(z.nullable(z.string())),
  headers: z.record(z.string(), z.string()),
})

/**
 * `raise sqlstate 'PGRST'`: a function that answers its caller in full, with a JSON object of the error as its message
 * and one of status and headers as its detail.
 * @returns that error; PGRST121 (500) where either cannot be read, for that is the function's mistake
 */
export function raisedError(words: string, more: string | undefined): RestError {
  const error = message.safeParse(parsed(words))
  if (!error.success) return errors.badRaise('MESSAGE', words)
  const answer = detail.safeParse(more === undefined ? undefined : parsed(more))
  if (!answer.success) return errors.badRaise('DETAIL', more)
  const { status, headers } = answer.data
  if (!Object.entries(headers).every(([name, value]) => isHeader(name, value)))
    return errors.badRaise('DETAIL', more)
  const { code, details, hint } = error.data
  return new RestError(status, code, error.data.message, { details, hint: hint ?? null, headers })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

import type * as z from 'zod/mini'
import { AppError } from '#kernel/errors.ts'
import { readJson } from '#kernel/http/body.ts'
import { storageErrors } from './errors.ts'
import type { Call } from './storage.ts'

/**
 * Reads and checks the JSON body of a call. Ignores unknown fields, because newer clients send more. @throws
 * {AppError} InvalidRequest
 */
export async function parsedJson<T>(call: Pick<Call, 'c'>, schema: z.ZodMiniType<T>): Promise<T> {
  const body = await readJson(call.c.req.raw).catch((cause: unknown) => {
    // A body that is too large or of another type has its own error (413, 415).
    if (!(cause instanceof AppError) || cause.status !== 400) throw cause
    throw storageErrors.invalid_request({ text: cause.message, cause })
  })
  return checked('body', body, schema)
}

/** Reads and checks the query of a call. @throws {AppError} InvalidRequest */
export function parsedQuery<T>(call: Pick<Call, 'c'>, schema: z.ZodMiniType<T>): T {
  return checked('querystring', call.c.req.query(), schema)
}

function checked<T>(place: string, value: unknown, schema: z.ZodMiniType<T>): T {
  const read = schema.safeParse(value)
  if (read.success) return read.data
  const { path, message } = read.error.issues[0]!
  throw storageErrors.invalid_request({ text: `${[place, ...path].join('/')} ${message}` })
}

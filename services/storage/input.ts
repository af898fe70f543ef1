import type * as z from 'zod/mini'
import { AppError } from '#kernel/errors.ts'
import { readJson } from '#kernel/http/body.ts'
import { storageErrors } from './errors.ts'
import type { Call } from './storage.ts'

/**
 * The JSON body of a call, checked; unknown fields are left out, as newer clients send more. @throws {AppError}
 * InvalidRequest
 */
export async function parsedJson<T>(call: Pick<Call, 'c'>, schema: z.ZodMiniType<T>): Promise<T> {
  const body = await readJson(call.c.req.raw).catch((cause: unknown) => {
    // Too large and of another type are refusals of their own (413, 415).
    if (!(cause instanceof AppError) || cause.status !== 400) throw cause
    throw storageErrors.invalid_request({ text: cause.message, cause })
  })
  return checked('body', body, schema)
}

/** The query of a call, checked. @throws {AppError} InvalidRequest */
export function parsedQuery<T>(call: Pick<Call, 'c'>, schema: z.ZodMiniType<T>): T {
  return checked('querystring', call.c.req.query(), schema)
}

function checked<T>(place: string, value: unknown, schema: z.ZodMiniType<T>): T {
  const read = schema.safeParse(value)
  if (read.success) return read.data
  const { path, message } = read.error.issues[0]!
  throw storageErrors.invalid_request({ text: `${[place, ...path].join('/')} ${message}` })
}

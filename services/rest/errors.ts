import type { ErrorHandler } from 'hono'
import type { AppEnv } from '#kernel/http/context.ts'
import { logFault } from '#kernel/http/log-fault.ts'
import { logRefusal } from '#kernel/http/log-refusal.ts'
import { asRestError } from './errors/postgres.ts'
import { RestError } from './errors/table.ts'

/** Renders every error under the mount, including the middleware's, as `{code, message, details, hint}`. */
export const restError: ErrorHandler<AppEnv> = (thrown, c) => {
  const error = asRestError(thrown, c.get('claims')?.role ?? 'anon')
  if (error.status >= 500) logFault(c, error.cause ?? error, error.code)
  else logRefusal(c, thrown, error.code, ownRefusal(thrown))
  return new Response(c.req.method === 'HEAD' ? null : error.body(), {
    status: error.status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...error.headers },
  })
}

/** The plan refuses a missing grant from the catalogue (plan.ts), before the database is queried. */
const ownRefusal = (thrown: unknown) =>
  thrown instanceof RestError && thrown.code === '42501'
    ? { sqlState: thrown.code, message: thrown.message }
    : undefined

import { Hono } from 'hono'
import * as z from 'zod/mini'
import en from 'zod/v4/locales/en.js'
import type { Endpoint } from '../browser/endpoint.ts'
import type { Contract } from '../contract.ts'
import type { Claims } from '../db/claims.ts'
import { commonErrors } from '../errors.ts'
import type { Kernel } from '../kernel.ts'
import { readJson } from './body.ts'
import type { AppContext, AppEnv } from './context.ts'
import type { Guard } from './guards.ts'

// zod/mini brings no words; without them every fault reads `Invalid input`. Browsers have texts of their own.
z.config(en())

export interface RouteContext<I> {
  kernel: Kernel
  claims: Claims
  input: I
  request: Request
  requestId: string
  clientIp: string
}

/** An endpoint with its guard, contract and handler; made by `route`, served by `mountRoutes`. */
export interface Route {
  endpoint: Endpoint<unknown, unknown>
  guard: Guard
  answer(c: AppContext): Promise<Response>
}

/**
 * Joins what a call needs on one line of a unit's routes: address, guard, contract, handler.
 * The guard runs before the input is looked at; the reply is checked against the contract too.
 */
export function route<I, O>(
  endpoint: Endpoint<I, O>,
  guard: Guard,
  contract: Contract<I, O>,
  handle: (c: RouteContext<I>) => Promise<O | Response>,
): Route {
  async function answer(c: AppContext): Promise<Response> {
    const context = {
      kernel: c.get('kernel'),
      claims: c.get('claims'),
      request: c.req.raw,
      requestId: c.get('requestId'),
      clientIp: c.get('clientIp'),
    }
    await guard({ ...context, input: undefined })
    const input = contract.input.safeParse(await gather(c, endpoint.method))
    if (!input.success) throw commonErrors.invalid_input(firstFault(input.error.issues))
    const result = await handle({ ...context, input: input.data })
    if (result instanceof Response) return result
    return c.json(contract.output.parse(result))
  }
  return { endpoint, guard, answer }
}

/** Path parameters, and the query (GET, DELETE) or the JSON body. A body may repeat a path parameter, not change it. */
async function gather(c: AppContext, method: string): Promise<unknown> {
  const path: Record<string, string> = c.req.param()
  const inQuery = method === 'GET' || method === 'DELETE'
  const body = inQuery ? queryOf(c) : await readJson(c.req.raw)
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw commonErrors.invalid_input({ text: 'Send a JSON object' })
  for (const [name, value] of Object.entries(path))
    if (Object.hasOwn(body, name) && (body as Record<string, unknown>)[name] !== value)
      throw commonErrors.invalid_input({ text: `${name} in the body differs from the address` })
  return { ...body, ...path }
}

function queryOf(c: AppContext): Record<string, string> {
  const { apikey: _, ...query } = c.req.query()
  return query
}

function firstFault(issues: { path: PropertyKey[]; message: string }[]) {
  const { path = [], message = '' } = issues[0] ?? {}
  return {
    text: path.length ? `${path.join('.')}: ${message}` : message,
    details: issues.map((issue) => ({ path: issue.path, message: issue.message })),
  }
}

/** Serves routes under one mount; known paths with another method answer 405. */
export function mountRoutes(routes: Route[]): Hono<AppEnv> {
  const mount = new Hono<AppEnv>()
  for (const route of routes) mount.on(route.endpoint.method, route.endpoint.path, (c) => route.answer(c))
  for (const path of new Set(routes.map(({ endpoint }) => endpoint.path)))
    mount.all(path, () => {
      throw commonErrors.method_not_allowed()
    })
  return mount
}

import { Hono } from 'hono'
import * as z from 'zod/mini'
import en from 'zod/v4/locales/en.js'
import type { Endpoint } from '../browser/endpoint.ts'
import type { Contract } from '../contract.ts'
import type { Claims } from '../db/claims.ts'
import { commonErrors } from '../errors.ts'
import type { Kernel } from '../kernel.ts'
import { readJsonObject } from './body.ts'
import type { AppContext, AppEnv } from './context.ts'
import type { Guard } from './guards.ts'

// zod/mini includes no messages; without a locale every issue reads `Invalid input`. Browsers use their own messages.
z.config(en())

export interface RouteContext<I> {
  kernel: Kernel
  claims: Claims
  input: I
  request: Request
  requestId: string
  clientIp: string
}

/** An endpoint with its guard, contract and handler; created by `route`, served by `mountRoutes`. */
export interface Route {
  endpoint: Endpoint<unknown, unknown>
  guard: Guard
  /** The route's contract, for its description and for tests that iterate over all routes. */
  input: Contract<unknown, unknown>['input']
  output: Contract<unknown, unknown>['output']
  /** Available even if the owner's plan lacks the block: see `openWithoutPlan`. */
  withoutPlan?: true
  /** How a creator's call names its tenant when the URL has no `:tenantId`: see `tenantFromRow`. */
  tenantFrom?: { table: string; param: string }
  answer(c: AppContext): Promise<Response>
}

/**
 * Declares a route: endpoint, guard, contract, handler. The guard runs before the body is read, which is JSON; the
 * response is validated against the contract too. A handler that returns a Response (a file, a stream) is responsible
 * for it.
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
    // Copied, because the headers of a foreign Response are immutable and the middleware changes them.
    if (result instanceof Response) return new Response(result.body, result)
    return c.json(contract.output.parse(result))
  }
  return { endpoint, guard, ...contract, answer }
}

/**
 * Exempts a block's route from the plan check (kernel/plan-rule.ts), for example because buyers must still be able to
 * cancel what they bought. GET needs no exemption.
 */
export const openWithoutPlan = (exempt: Route): Route => ({ ...exempt, withoutPlan: true })

/**
 * Tells the plan rule how to find the tenant of a creator's call whose URL names a row instead of a tenant.
 * @param table in the schema `public`, with the columns `id` and `tenant_id`
 * @param param path parameter with the row's id
 */
export const tenantFromRow = (table: string, param: string, own: Route): Route => ({
  ...own,
  tenantFrom: { table, param },
})

/**
 * Merges the path parameters with the query (GET), the JSON body, or both (DELETE). Sources must not contradict each
 * other.
 */
async function gather(c: AppContext, method: string): Promise<Record<string, unknown>> {
  const fields = method === 'GET' ? {} : await readJsonObject(c.req.raw)
  const query = method === 'GET' || method === 'DELETE' ? queryOf(c) : {}
  return joined({ ...c.req.param() }, joined(query, fields))
}

/** The URL takes precedence: a body may repeat its values, but not change them. */
function joined(address: Record<string, string>, body: Record<string, unknown>): Record<string, unknown> {
  for (const [name, value] of Object.entries(address))
    if (Object.hasOwn(body, name) && body[name] !== value)
      throw commonErrors.invalid_input({ text: `${name} in the body differs from the address` })
  return { ...body, ...address }
}

/** Drops the API key, and the region that the official client adds: there is only one region. */
function queryOf(c: AppContext): Record<string, string> {
  const { apikey: _, forceFunctionRegion: __, ...query } = c.req.query()
  return query
}

function firstFault(issues: { path: PropertyKey[]; message: string }[]) {
  const { path = [], message = '' } = issues[0] ?? {}
  return {
    text: path.length ? `${path.join('.')}: ${message}` : message,
    details: issues.map((issue) => ({ path: issue.path, message: issue.message })),
  }
}

/** Serves routes under one mount. Known paths with an unsupported method get 405 and the allowed methods. */
export function mountRoutes(routes: Route[]): Hono<AppEnv> {
  const mount = new Hono<AppEnv>()
  for (const route of routes) mount.on(route.endpoint.method, route.endpoint.path, (c) => route.answer(c))
  for (const [path, same] of Map.groupBy(routes, ({ endpoint }) => endpoint.path)) {
    const methods = same.flatMap(({ endpoint: { method } }) => (method === 'GET' ? ['GET', 'HEAD'] : method))
    mount.all(path, () => {
      throw commonErrors.method_not_allowed({ headers: { allow: [...methods, 'OPTIONS'].join(', ') } })
    })
  }
  return mount
}

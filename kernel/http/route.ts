import { Hono } from 'hono'
import * as z from 'zod/mini'
import en from 'zod/v4/locales/en.js'
import type { Endpoint } from '../browser/endpoint.ts'
import type { Contract } from '../contract.ts'
import type { Claims } from '../db/claims.ts'
import { commonErrors } from '../errors.ts'
import type { Kernel } from '../kernel.ts'
import { jsonBody } from './body-kinds.ts'
import type { BodyKind } from './body-kinds.ts'
import type { AppContext, AppEnv } from './context.ts'
import type { Guard } from './guards.ts'

// zod/mini brings no words; without them every fault reads `Invalid input`. Browsers have texts of their own.
z.config(en())

export interface RouteContext<I, B = undefined> {
  kernel: Kernel
  claims: Claims
  input: I
  /** What the route's body kind leaves to the handler: bytes, a stream, text, files. */
  body: B
  request: Request
  requestId: string
  clientIp: string
}

/** An endpoint with its guard, contract and handler; made by `route`, served by `mountRoutes`. */
export interface Route {
  endpoint: Endpoint<unknown, unknown>
  guard: Guard
  /** What the route takes, for tests that ask every route about it. */
  input: Contract<unknown, unknown>['input']
  /** Open also where the owner lacks the plan of the block: see `openWithoutPlan`. */
  withoutPlan?: true
  /** Where a creator's call names its tenant when the address has no `:tenantId`: see `tenantFromRow`. */
  tenantFrom?: { table: string; param: string }
  answer(c: AppContext): Promise<Response>
}

/**
 * Joins what a call needs on one line of a unit's routes: address, guard, contract, handler, and the kind of its body
 * where that is not JSON. The guard runs before the body is looked at; the reply is checked against the contract too.
 * A handler that answers a Response (a file, a stream) answers for it itself.
 */
export function route<I, O, B = undefined>(
  endpoint: Endpoint<I, O>,
  guard: Guard,
  contract: Contract<I, O>,
  handle: (c: RouteContext<I, B>) => Promise<O | Response>,
  kind?: BodyKind<B>,
): Route {
  async function answer(c: AppContext): Promise<Response> {
    const context = {
      kernel: c.get('kernel'),
      claims: c.get('claims'),
      request: c.req.raw,
      requestId: c.get('requestId'),
      clientIp: c.get('clientIp'),
    }
    await guard({ ...context, input: undefined, body: undefined })
    const { body, fields } = await gather(c, endpoint.method, kind)
    const input = contract.input.safeParse(fields)
    if (!input.success) throw commonErrors.invalid_input(firstFault(input.error.issues))
    const result = await handle({ ...context, input: input.data, body: body as B })
    // Built anew: headers of a Response that came from elsewhere cannot be changed by the middleware.
    if (result instanceof Response) return new Response(result.body, result)
    return c.json(contract.output.parse(result))
  }
  return { endpoint, guard, input: contract.input, answer }
}

/**
 * Exempts a route of a block from the block's plan (kernel/plan-rule.ts), for example because buyers must still be able
 * to end what they bought. GET needs no exemption.
 */
export const openWithoutPlan = (exempt: Route): Route => ({ ...exempt, withoutPlan: true })

/**
 * Tells the plan rule the tenant of a creator's call whose address names a row instead of a tenant.
 * @param table in the schema `public`, with the columns `id` and `tenant_id`
 * @param param of the address: the id of the row
 */
export const tenantFromRow = (table: string, param: string, own: Route): Route => ({
  ...own,
  tenantFrom: { table, param },
})

const json = jsonBody()

/**
 * Path parameters, and the query (GET), the JSON body (or both: DELETE), or what another kind of body leaves beside
 * the query. None of them may say about a field what another denies.
 */
async function gather(c: AppContext, method: string, kind: BodyKind<unknown> | undefined) {
  const { body, fields } = method === 'GET' ? NOTHING : await (kind ?? json).read(c.req.raw)
  const query = kind || method === 'GET' || method === 'DELETE' ? queryOf(c) : {}
  return { body, fields: joined({ ...c.req.param() }, joined(query, fields)) }
}

const NOTHING = { body: undefined, fields: {} }

/** What the address says counts; a body may repeat it, not change it. */
function joined(address: Record<string, string>, body: Record<string, unknown>): Record<string, unknown> {
  for (const [name, value] of Object.entries(address))
    if (Object.hasOwn(body, name) && body[name] !== value)
      throw commonErrors.invalid_input({ text: `${name} in the body differs from the address` })
  return { ...body, ...address }
}

/** The API key is no input, nor is the region that the official client adds: there is one place to run. */
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

/** Serves routes under one mount; known paths with another method answer 405 and name the methods they take. */
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

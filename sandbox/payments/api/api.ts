import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { Hono } from 'hono'
import type { Context } from 'hono'
import { setTimeout as wait } from 'node:timers/promises'
import { transaction } from '../../database.ts'
import { identifier } from '../../identifier.ts'
import { apiVersion, checkResult } from '../contract/contract.ts'
import type { Operation } from '../contract/contract.ts'
import type { Call, World } from '../world.ts'
import { scopeOf } from './credentials.ts'
import { ApiError, invalid, notSimulated, OAuthError } from './errors.ts'
import { expand } from './expand.ts'
import type { Faults } from './faults.ts'
import { handlers, includes } from './handlers.ts'
import { IdempotencyKeys, scopedKey } from './idempotency.ts'
import { readParams, requireParams } from './params.ts'
import { matchRoute } from './routes.ts'

type Env = { Bindings: HttpBindings }

interface Answer {
  status: number
  body: string
  headers?: Record<string, string>
}

/** The API under `/v1`, `/v2` and `/oauth`, in the order in which it processes a request. */
export function createApi(world: World, faults: Faults): Hono<Env> {
  const keys = new IdempotencyKeys(world.database)
  const app = new Hono<Env>()

  const serve = async (c: Context<Env>): Promise<Response> => {
    const requestId = identifier('req', 14)
    const { path, method } = c.req
    const fault = faults.take(method, path)
    if (fault?.reset === 'before') return cut(c)
    const answer = fault?.status
      ? answerOf(new ApiError(fault.status, { type: 'api_error', message: 'An error ordered by the test.' }))
      : await work(world, keys, c.req.raw, requestId, fault?.delayMs)
    if (fault?.reset === 'after') return cut(c)
    return new Response(answer.body, {
      status: answer.status,
      headers: {
        'content-type': 'application/json',
        'request-id': requestId,
        'stripe-version': c.req.header('stripe-version') ?? apiVersion,
        ...answer.headers,
      },
    })
  }
  for (const prefix of ['/v1/*', '/v2/*', '/oauth/*']) app.all(prefix, serve)
  return app
}

function cut(c: Context<Env>): Response {
  c.env.outgoing.destroy()
  return RESPONSE_ALREADY_SENT
}

async function work(
  world: World,
  keys: IdempotencyKeys,
  request: Request,
  requestId: string,
  delayMs: number | undefined,
): Promise<Answer> {
  const url = new URL(request.url)
  let release: (() => void) | undefined
  try {
    const route = matchRoute(request.method, url.pathname)
    if (!route) throw unrecognized(request.method, url.pathname)
    const scope = scopeOf(world, request.headers)
    const sentKey = request.headers.get('idempotency-key')
    const key =
      sentKey && request.method !== 'GET' ? scopedKey(scope.livemode, scope.account, sentKey) : undefined
    if (sentKey && sentKey.length > 255) throw invalid('Idempotency keys can be at most 255 characters long.')
    if (key) release = keys.hold(key)
    if (delayMs) await wait(delayMs)
    const body = await request.text()
    const params = readParams(route.operation, url.search.slice(1), body)
    const replay = key && keys.replay(key, url.pathname, body, world.clock.seconds())
    if (replay)
      return {
        ...replay,
        headers: {
          'idempotency-key': sentKey!,
          'idempotent-replayed': 'true',
          'original-request': replay.requestId,
        },
      }
    const pinned = request.headers.get('stripe-version') === apiVersion
    requireParams(world, route.operation, params, pinned)
    const call: Call = {
      world,
      scope,
      params,
      path: route.path,
      cause: { id: requestId, idempotency_key: sentKey },
    }
    const answer = execute(call, route.operation)
    // A request that never ran is not stored, so the caller may fix it and reuse its idempotency key.
    if (key && (answer.status < 300 || answer.status === 402))
      keys.keep(key, url.pathname, body, world.clock.seconds(), { ...answer, requestId })
    return sentKey ? { ...answer, headers: { 'idempotency-key': sentKey } } : answer
  } catch (error) {
    return answerOf(error)
  } finally {
    release?.()
  }
}

/** Runs the handler in one transaction, expands, and validates the response. A mismatch is our bug. */
function execute(call: Call, operation: Operation): Answer {
  const handler = handlers[operation.id]
  if (!handler) throw notSimulated(operation.id)
  const { world } = call
  let refused: ApiError | undefined
  const result = transaction(world.database, () => {
    try {
      const paths = (call.params['expand'] as string[] | undefined) ?? []
      return expand(call, operation, handler(call), paths, includes)
    } catch (error) {
      if (!(error instanceof ApiError) || !error.keepsChanges) throw error
      refused = error
      return undefined
    }
  })
  world.deliveries.wake()
  if (refused) return answerOf(refused)
  const found = checkResult(operation, result)
  world.log.checked('result', operation.id, found)
  if (found.length === 0) return { status: 200, body: JSON.stringify(result) }
  const told = found.slice(0, 5).map((one) => `${one.param}: ${one.message}`)
  return answerOf(
    new ApiError(500, {
      type: 'api_error',
      message: `${operation.id} broke the contract: ${told.join('; ')}`,
    }),
  )
}

/** Converts an error into a response. An unexpected error becomes a 500. */
export function answerOf(error: unknown): Answer {
  if (error instanceof OAuthError)
    return {
      status: error.status,
      body: JSON.stringify({ error: error.error, error_description: error.message }),
    }
  if (error instanceof ApiError) {
    // The client retries 5xx automatically. That makes sense for an injected fault, not for an unsupported
    // operation.
    const retry = error.status === 409 ? 'true' : error.body.code === 'not_simulated' ? 'false' : undefined
    const headers: Record<string, string> = retry ? { 'stripe-should-retry': retry } : {}
    return { status: error.status, body: JSON.stringify({ error: error.body }), headers }
  }
  console.error(error)
  const message = error instanceof Error ? error.message : 'unknown'
  return {
    status: 500,
    body: JSON.stringify({ error: { type: 'api_error', message: `Sandbox fault: ${message}` } }),
  }
}

function unrecognized(method: string, path: string): ApiError {
  return new ApiError(404, {
    type: 'invalid_request_error',
    message: `Unrecognized request URL (${method}: ${path}). Operations outside the sandbox's contract are not simulated.`,
  })
}

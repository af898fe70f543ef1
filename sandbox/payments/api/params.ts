import { parse } from 'qs'
import type { Operation, Misfit } from '../contract/contract.ts'
import { checkParams } from '../contract/contract.ts'
import type { World } from '../world.ts'
import { ApiError, invalid } from './errors.ts'

/** Parameters of a request: query or form body in bracket form, JSON for v2. @throws 400 when they cannot be read */
export function readParams(operation: Operation, query: string, body: string): Record<string, unknown> {
  if (operation.contentType === 'application/json' && operation.method === 'POST') {
    if (body === '') return {}
    try {
      const value: unknown = JSON.parse(body)
      if (value !== null && typeof value === 'object' && !Array.isArray(value)) return { ...value }
    } catch {
      // Answered below: not JSON and not an object are the same to the caller.
    }
    throw invalid('Invalid request body: expected a JSON object.')
  }
  const text = [query, body].filter((part) => part !== '').join('&')
  return parseForm(text)
}

/** Bracket form: `a[b]=1` becomes `{a: {b: '1'}}`. */
export function parseForm(text: string): Record<string, unknown> {
  return parse(text, { depth: 20, arrayLimit: 1000, parameterLimit: 5000 })
}

/**
 * Checks parameters against the contract. Strict for the pinned API version; for another version, or none, unknown
 * parameters pass (the official command line tool names no version and still sends what was removed since).
 */
export function requireParams(
  world: World,
  operation: Operation,
  params: Record<string, unknown>,
  pinned: boolean,
): void {
  let found = checkParams(operation, params)
  if (!pinned) {
    world.log.unpinned()
    for (const { keyword, param } of found) if (keyword === 'additionalProperties') delete params[param]
    found = found.filter(({ keyword }) => keyword !== 'additionalProperties' && keyword !== 'anyOf')
  }
  world.log.checked('request', operation.id, found)
  const first = worst(found)
  if (!first) return
  const { param, message } = first
  if (operation.path.startsWith('/v2/'))
    throw new ApiError(400, { type: 'invalid_request_error', code: 'invalid_fields', message, param })
  if (first.keyword === 'required') throw invalid(message, param, 'parameter_missing')
  if (first.keyword === 'additionalProperties') throw invalid(message, param, 'parameter_unknown')
  throw invalid(message, param)
}

/** An unknown parameter explains most; of alternatives that all failed, the deepest place. */
function worst(misfits: Misfit[]): Misfit | undefined {
  const order = ['additionalProperties', 'required', 'enum', 'type']
  const rank = (one: Misfit): number =>
    order.includes(one.keyword) ? order.indexOf(one.keyword) : order.length
  return [...misfits].sort((a, b) => rank(a) - rank(b))[0]
}

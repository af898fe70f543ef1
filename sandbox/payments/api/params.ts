import { parse } from 'qs'
import type { Operation, Misfit } from '../contract/contract.ts'
import { checkParams } from '../contract/contract.ts'
import type { World } from '../world.ts'
import { ApiError, invalid } from './errors.ts'

/**
 * Parses the parameters: query or form body in bracket form, JSON for v2.
 * @throws 400 if they are malformed
 */
export function readParams(operation: Operation, query: string, body: string): Record<string, unknown> {
  if (operation.contentType === 'application/json' && operation.method === 'POST') {
    if (body === '') return {}
    try {
      const value: unknown = JSON.parse(body)
      if (value !== null && typeof value === 'object' && !Array.isArray(value)) return { ...value }
    } catch {
      // Handled below, with the same error as for JSON that is not an object.
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
 * Checks parameters against the contract. Unknown parameters are refused for the pinned API version and
 * accepted for another version or none (the official command line tool sends no version, and sends removed
 * parameters).
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

/** The most helpful misfit to report: an unknown parameter, else the most deeply nested one. */
function worst(misfits: Misfit[]): Misfit | undefined {
  const order = ['additionalProperties', 'required', 'enum', 'type']
  const rank = (one: Misfit): number =>
    order.includes(one.keyword) ? order.indexOf(one.keyword) : order.length
  return [...misfits].sort((a, b) => rank(a) - rank(b))[0]
}

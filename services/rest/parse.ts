import { errors } from './errors/table.ts'
import { parseAccept } from './parse/accept.ts'
import { parseBody } from './parse/body.ts'
import { Cursor } from './parse/cursor.ts'
import { nameList } from './parse/field.ts'
import { parseLogic, parseOperation, parseOperationOrArgument } from './parse/filter.ts'
import { visibleHeaders } from './parse/headers.ts'
import { NestedParameters } from './parse/nested.ts'
import { parseOrder } from './parse/order.ts'
import { parsePrefer } from './parse/prefer.ts'
import { decode, parseQueryString } from './parse/query-string.ts'
import { checkProfile } from './parse/profile.ts'
import { parseRange } from './parse/range.ts'
import { parseSelect } from './parse/select.ts'
import type { Condition, Media, Method, OrderTerm, RawRequest, RestRequest } from './request.ts'

const TABLE_METHODS = new Set(['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS'])
const FUNCTION_METHODS = new Set(['GET', 'HEAD', 'POST', 'OPTIONS'])

/** Used when only a function could produce an accepted type. */
const NO_MEDIA: Media = { kind: 'array', stripNulls: false }

/**
 * Stage 1: reads the request. Pure. Rejects what is wrong regardless of the database's contents: path,
 * method, profile, Accept, the grammar of the query, the form of the body.
 */
export function parse(raw: RawRequest): RestRequest {
  const target = parseTarget(raw.path)
  const method = parseMethod(raw.method, target.kind)
  checkProfile(raw.header(method === 'GET' || method === 'HEAD' ? 'accept-profile' : 'content-profile'))
  const readsArgs = target.kind === 'function' && (method === 'GET' || method === 'HEAD')
  const query = parseQuery(parseQueryString(raw.query), readsArgs)
  const { limit, offset, ...rest } = query
  if (method === 'PUT' && (limit ?? offset) !== undefined) throw errors.putWithLimit()
  const accept = parseAccept(raw.header('accept'))
  if (target.kind !== 'function' && !accept.some(({ media }) => media)) throw errors.notAcceptable(accept)
  const prefer = parsePrefer(raw.header('prefer'))
  if (prefer.handling === 'strict' && prefer.unknown.length > 0) throw errors.badPreferences(prefer.unknown)
  const columns = method === 'POST' || method === 'PATCH' ? query.columns : undefined
  const hasBody = method === 'POST' || method === 'PATCH' || method === 'PUT'
  return {
    ...rest,
    method,
    path: raw.path,
    target,
    columns,
    range: parseRange(limit, offset, method === 'GET' ? raw.header('range') : undefined),
    prefer,
    accept,
    media: accept.find(({ media }) => media)?.media ?? NO_MEDIA,
    headers: visibleHeaders(raw),
    payload: hasBody
      ? parseBody(raw.body ?? new Uint8Array(), raw.header('content-type'), {
          content: target.kind === 'table' ? 'rows' : 'arguments',
          allowsDifferentKeys: columns !== undefined,
        })
      : undefined,
  }
}

function parseTarget(path: string): RestRequest['target'] {
  const segments = path.replace(/^\/|\/$/g, '').split('/')
  const [name, procedure, ...more] = segments.map((segment) => decode(segment, false))
  if (segments.length === 1) return { kind: 'table', name: name! }
  if (name !== 'rpc' || !procedure || more.length > 0) throw errors.badPath()
  return { kind: 'function', name: procedure }
}

function parseMethod(method: string, kind: 'table' | 'function'): Method {
  if (kind === 'table' && !TABLE_METHODS.has(method)) throw errors.badMethod(method)
  if (kind === 'function' && !FUNCTION_METHODS.has(method)) throw errors.badRpcMethod(method)
  return method as Method
}

type Query = Pick<
  RestRequest,
  'select' | 'where' | 'order' | 'nested' | 'columns' | 'onConflict' | 'args'
> & {
  limit?: string
  offset?: string
}

function parseQuery(pairs: [string, string][], readsArgs: boolean): Query {
  const query: Query = { select: [{ kind: 'star' }], where: [], order: [], nested: [], args: [] }
  const logic: Condition[] = []
  const order: OrderTerm[] = []
  const nested = new NestedParameters()
  const seen = new Set<string>()
  for (const [name, value] of pairs) {
    const repeated = seen.has(name)
    seen.add(name)
    if (name === 'select') query.select = repeated ? query.select : parseSelect(value)
    else if (name === 'order') order.push(...parseOrder(value))
    else if (name === 'limit') query.limit = value
    else if (name === 'offset') query.offset = value
    else if (name === 'columns') query.columns = nameList(new Cursor(value, 'columns parameter'))
    else if (name === 'on_conflict') query.onConflict = nameList(new Cursor(value, 'on_conflict parameter'))
    else if (/^(?:not\.)?(?:and|or)$/.test(name)) logic.push(parseLogic(name, value))
    else if (!nested.takeModifier(name, value)) parseFilter(query, nested, name, value, readsArgs)
  }
  query.where.push(...logic)
  query.order = order
  query.nested = nested.all()
  return query
}

function parseFilter(
  query: Query,
  nested: NestedParameters,
  name: string,
  value: string,
  readsArgs: boolean,
): void {
  const operation = readsArgs ? parseOperationOrArgument(value) : parseOperation(value)
  if (!operation) {
    query.args.push([name, value])
    return
  }
  const { field, where = query.where } = nested.filterTarget(name)
  where.push({ kind: 'filter', field, ...operation })
}

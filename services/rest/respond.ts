import { errors } from './errors/table.ts'
import type { CallPlan, InsertPlan, Plan, ReadPlan } from './plan/types.ts'
import type { Media, RestRequest } from './request.ts'
import { contentRange, csvHeader, location, preferenceApplied } from './respond/headers.ts'
import type { ResultRow } from './run.ts'
import { outputNames } from './sql/level.ts'

const TYPES: Record<Media['kind'], string> = {
  array: 'application/json; charset=utf-8',
  object: 'application/vnd.pgrst.object+json; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
}

/** The response as data. routes.ts turns it into a Response. */
export interface RestResponse {
  status: number
  headers: Record<string, string>
  body: string | Uint8Array<ArrayBuffer> | null
}

/** Stage 5: builds the response from the request, its plan and the statement's only row. Pure. */
export function respond(request: RestRequest, plan: Plan, row: ResultRow): RestResponse {
  const headers: Record<string, string> = {}
  const applied = preferenceApplied(request, plan)
  if (applied) headers['preference-applied'] = applied
  if (plan.kind === 'read' || plan.kind === 'call') return respondRows(request, plan, row, headers)
  if (plan.kind === 'insert') return respondInsert(request, plan, row, headers)
  return respondChange(request, plan, row, headers)
}

/** Rows of a table, or a function's result. */
function respondRows(
  request: RestRequest,
  plan: ReadPlan | CallPlan,
  row: ResultRow,
  headers: Record<string, string>,
): RestResponse {
  const first = BigInt(request.range.offset)
  const total = row.total ?? null
  if (total !== null && first > BigInt(total)) {
    throw errors.badRange(`An offset of ${first} was requested, but there are only ${total} rows.`, total)
  }
  if (request.media.kind === 'object' && plan.kind === 'read' && row.page !== 1)
    throw errors.notSingle(row.page)
  headers['content-range'] = contentRange(first, row.page, total)
  const isVoid = plan.kind === 'call' && plan.routine.returns.kind === 'void'
  if (isVoid || (plan.kind === 'call' && plan.body === 'none' && request.method === 'POST')) {
    return { status: 204, headers, body: null }
  }
  const raw = plan.kind === 'call' ? plan.raw : undefined
  headers['content-type'] = raw ? rawType(raw.type) : contentType(request.media)
  const status = total !== null && row.page < total ? 206 : 200
  return { status, headers, body: raw ? rawBody(row.body, raw.bytes) : bodyText(request, plan, row) }
}

function rawType(type: string): string {
  return type === 'text/plain' || type === 'text/xml' ? `${type}; charset=utf-8` : type
}

/** PostgreSQL prints bytes as `\\x` followed by hexadecimal digits. */
function rawBody(body: string | null, bytes: boolean): RestResponse['body'] {
  return body !== null && bytes ? Uint8Array.from(Buffer.from(body.slice(2), 'hex')) : body
}

/** POST and PUT: 201, or 200 if every row existed already. */
function respondInsert(
  request: RestRequest,
  plan: InsertPlan,
  row: ResultRow,
  headers: Record<string, string>,
): RestResponse {
  const isPut = request.method === 'PUT'
  const status = row.inserted === 0 ? 200 : 201
  if (!isPut) headers['content-range'] = contentRange(0n, 0, request.prefer.count ? row.page : null)
  if (request.prefer.return === 'headers-only') {
    const place = location(plan.table.name, row)
    if (place) headers['location'] = place
  }
  if (request.prefer.return !== 'representation') {
    return { status: isPut ? 204 : status, headers, body: null }
  }
  headers['content-type'] = contentType(request.media)
  return { status, headers, body: bodyText(request, plan, row) }
}

/** PATCH and DELETE: 200 with the rows if requested, else 204. */
function respondChange(
  request: RestRequest,
  plan: Plan,
  row: ResultRow,
  headers: Record<string, string>,
): RestResponse {
  const rows = plan.kind === 'update' ? row.page : 0
  headers['content-range'] = contentRange(0n, rows, request.prefer.count ? row.page : null)
  if (request.prefer.return !== 'representation') return { status: 204, headers, body: null }
  headers['content-type'] = contentType(request.media)
  return { status: 200, headers, body: bodyText(request, plan, row) }
}

function contentType({ kind, stripNulls }: Media): string {
  if (!stripNulls) return TYPES[kind]
  return `application/vnd.pgrst.${kind === 'object' ? 'object' : 'array'}+json;nulls=stripped; charset=utf-8`
}

function bodyText(request: RestRequest, plan: Plan, row: ResultRow): string | null {
  if (plan.body !== 'csv') return row.body
  const names = outputNames(plan.output)
  const header = csvHeader(names.length > 0 ? names : [request.target.name])
  return row.body === null ? header : `${header}\n${row.body}`
}

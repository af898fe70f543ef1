import type { Role } from '#kernel/db/claims.ts'
import type { Catalogue, Routine } from '../catalogue/catalogue.ts'
import { errors } from '../errors/table.ts'
import { planBody } from './columns.ts'
import type { Relation } from './columns.ts'
import { planLevel } from './level.ts'
import type { Scope } from './scope.ts'
import { guardOf } from './mutate.ts'
import { planPage } from './page.ts'
import type { CallPlan } from './types.ts'
import type { Payload, RestRequest } from '../request.ts'
import { nearName } from './near-name.ts'

/** rpc by GET, HEAD or POST. */
export function planCall(request: RestRequest, scope: Scope): CallPlan {
  const routine = findRoutine(request, scope.catalogue, scope.role)
  const { returns } = routine
  const isRow = returns.kind === 'row'
  const guard = guardOf(request)
  if (guard?.kind === 'affected' && !returns.set) throw errors.tooManyAffectedScalar()
  const quiet = request.method === 'HEAD' || request.prefer.return === 'minimal' || returns.kind === 'void'
  return {
    kind: 'call',
    routine,
    args: argumentsOf(request, routine),
    ...planLevel(isRow ? returns : noRow(routine), isRow ? request : scalarRequest(request, routine), scope),
    ...planPage(request),
    ...planBody(request.media, !quiet),
    raw: rawMedia(request, returns.media),
    guard: returns.kind === 'void' ? undefined : guard,
    readOnly: request.method !== 'POST' || !routine.volatile,
  }
}

function noRow({ name }: Routine): Relation {
  return { name, columns: new Map() }
}

function argumentNames(request: RestRequest): string[] {
  const names =
    request.method === 'POST'
      ? (request.columns ?? request.payload!.keys)
      : request.args.map(([name]) => name)
  return [...new Set(names)]
}

/**
 * The one function of that name that takes just these arguments and that the role may run; else one that takes the
 * whole body as its single unnamed parameter.
 * @throws PGRST202 for none, PGRST203 for several
 */
function findRoutine(request: RestRequest, catalogue: Catalogue, role: Role): Routine {
  const { name } = request.target
  const known = (catalogue.routines.get(name) ?? []).filter(({ callers }) => callers.has(role))
  const { payload } = request
  const names = argumentNames(request)
  const isNamed = request.method !== 'POST' || (payload!.shape === 'object' && !payload!.raw)
  // An argument named `""` matches a single unnamed parameter, which takes the body. A GET request has no body.
  const canMatch = payload !== undefined || !names.includes('')
  const fitting = isNamed && canMatch ? known.filter((routine) => fits(routine, names)) : []
  const candidates =
    fitting.length > 0 || !payload ? fitting : known.filter((routine) => takesWholeBody(routine, payload))
  if (candidates.length > 1) throw errors.ambiguousFunction(candidates.toSorted(byParameters).map(signature))
  if (candidates.length === 1) return candidates[0]!
  throw errors.noFunction(name, {
    names,
    body: payload && (payload.raw ?? 'json'),
    hint: payload?.raw ? undefined : nearRoutine(name, names, known, catalogue, role),
  })
}

/** `add(a, b)` where the name is right and the arguments are near, else a function with a name nearly the same. */
function nearRoutine(name: string, names: string[], known: Routine[], catalogue: Catalogue, role: Role) {
  const list = (of: readonly string[]) => `(${of.toSorted().join(', ')})`
  if (known.length > 0) {
    const lists = known.map(({ parameters }) => list(parameters.map((parameter) => parameter.name)))
    const near = nearName(list(names), lists, 0.33)
    return near && name + near
  }
  const callable = [...catalogue.routines].filter(([, all]) => all.some(({ callers }) => callers.has(role)))
  return nearName(
    name,
    callable.map(([other]) => other),
  )
}

function fits({ parameters }: Routine, names: string[]): boolean {
  return (
    names.every((name) => parameters.some((parameter) => parameter.name === name)) &&
    parameters.every(({ name, required }) => !required || names.includes(name))
  )
}

/** Types of the one unnamed parameter that takes a body whole. */
const WHOLE = { json: ['json', 'jsonb'], text: ['text'], xml: ['xml'], bytea: ['bytea'] }

function takesWholeBody({ parameters }: Routine, { raw }: Payload): boolean {
  const [only, ...more] = parameters
  return more.length === 0 && only?.name === '' && WHOLE[raw ?? 'json'].includes(only.type)
}

/** PostgREST's order: by name, then type, of one parameter after the other; the shorter list first. */
function byParameters(a: Routine, b: Routine): number {
  for (const [i, one] of a.parameters.entries()) {
    const other = b.parameters[i]
    if (!other) return 1
    const order = compare(one.name, other.name) || compare(one.type, other.type)
    if (order !== 0) return order
  }
  return a.parameters.length - b.parameters.length
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

function signature({ name, parameters }: Routine): string {
  return `public.${name}(${parameters.map((p) => `${p.name} => ${p.type}`).join(', ')})`
}

function argumentsOf(request: RestRequest, routine: Routine): CallPlan['args'] {
  if (request.method === 'POST') {
    // Also when its name was given: PostgREST passes the whole body, with the name in it.
    if (routine.parameters[0]?.name === '') return { kind: 'whole', json: request.payload!.json }
    if (!fits(routine, argumentNames(request)) || request.payload!.shape !== 'object')
      return { kind: 'whole', json: request.payload!.json }
    return { kind: 'json', json: request.payload!.json, names: argumentNames(request) }
  }
  const values = new Map<string, string[]>()
  for (const [name, value] of request.args) values.set(name, [...(values.get(name) ?? []), value])
  return { kind: 'direct', values }
}

/**
 * What a function answers that returns a domain of media type: that type as soon as the caller accepts it before
 * anything the service has for everybody. JSON is what any type at all gets, the official client's among them, unless the
 * domain is called that itself.
 * @throws PGRST107 where nothing that is accepted can be had
 */
function rawMedia({ accept }: RestRequest, own: Routine['returns']['media']): CallPlan['raw'] {
  for (const { type, media } of accept) {
    if (own?.type === '*/*') return { ...own, type: type.includes('*') ? 'application/octet-stream' : type }
    if (own && (type === own.type || (type.endsWith('/*') && own.type.startsWith(type.slice(0, -1)))))
      return own
    if (media) return undefined
  }
  throw errors.notAcceptable(accept)
}

/** A scalar has no columns to select, filter or order by. */
function scalarRequest(request: RestRequest, { name }: Routine): RestRequest {
  const named = request.select.find((item) => item.kind !== 'star')
  if (named?.kind === 'relation') throw errors.noRelationship(name, named.name, named.hint)
  if (named?.kind === 'column') throw errors.noColumn(name, named.field.name)
  return { ...request, select: [] }
}

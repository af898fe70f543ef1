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
import { findSimilarName } from './similar-name.ts'

/** Plans an rpc call by GET, HEAD or POST. */
export function planCall(request: RestRequest, scope: Scope): CallPlan {
  const routine = findRoutine(request, scope.catalogue, scope.role)
  const { returns } = routine
  const isRow = returns.kind === 'row'
  const guard = guardOf(request)
  if (guard?.kind === 'affected' && !returns.set) throw errors.tooManyAffectedScalar()
  const isEmpty = request.method === 'HEAD' || request.prefer.return === 'minimal' || returns.kind === 'void'
  return {
    kind: 'call',
    routine,
    args: argumentsOf(request, routine),
    ...planLevel(isRow ? returns : noRow(routine), isRow ? request : scalarRequest(request, routine), scope),
    ...planPage(request),
    ...planBody(request.media, !isEmpty),
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
 * Finds the one function with that name and exactly these arguments that the role may execute; otherwise one
 * that receives the whole body as its single unnamed parameter.
 * @throws PGRST202 for none, PGRST203 for several
 */
function findRoutine(request: RestRequest, catalogue: Catalogue, role: Role): Routine {
  const { name } = request.target
  const known = (catalogue.routines.get(name) ?? []).filter(({ callers }) => callers.has(role))
  const { payload } = request
  const names = argumentNames(request)
  const isNamed = request.method !== 'POST' || (payload!.shape === 'object' && !payload!.raw)
  // An argument named `""` matches a single unnamed parameter, which receives the body. A GET request has no
  // body.
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

/**
 * Suggests `add(a, b)` if the name exists with similar arguments; otherwise a function with a similar name.
 */
function nearRoutine(name: string, names: string[], known: Routine[], catalogue: Catalogue, role: Role) {
  const list = (of: readonly string[]) => `(${of.toSorted().join(', ')})`
  if (known.length > 0) {
    const lists = known.map(({ parameters }) => list(parameters.map((parameter) => parameter.name)))
    const near = findSimilarName(list(names), lists, 0.33)
    return near && name + near
  }
  const callable = [...catalogue.routines].filter(([, all]) => all.some(({ callers }) => callers.has(role)))
  return findSimilarName(
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

/** Types of the one unnamed parameter that receives a whole body. */
const WHOLE = { json: ['json', 'jsonb'], text: ['text'], xml: ['xml'], bytea: ['bytea'] }

function takesWholeBody({ parameters }: Routine, { raw }: Payload): boolean {
  const [only, ...more] = parameters
  return more.length === 0 && only?.name === '' && WHOLE[raw ?? 'json'].includes(only.type)
}

/** PostgREST's order: by the name, then the type of each parameter in turn; the shorter list first. */
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
    // Even if the request names the parameter: like PostgREST, pass the whole body, including the name.
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
 * Chooses the media type for a function that returns a media type domain. It is that type if the caller
 * prefers it to every type that the service supports; otherwise JSON. A caller that accepts any type, such as
 * the official client, also gets JSON, unless the domain itself is named `*` + `/*`.
 * @throws PGRST107 if no accepted type is available
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

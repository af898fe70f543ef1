import type { Role } from '#kernel/db/claims.ts'
import type { Catalogue, Routine } from '../catalogue/catalogue.ts'
import { errors } from '../errors/table.ts'
import { planBody, planOrder, planOutput, planPage, planWhere } from './columns.ts'
import { guardOf } from './mutate.ts'
import { MAX_ROWS } from './read.ts'
import type { CallPlan, Output } from './types.ts'
import type { RestRequest } from '../request.ts'

/** rpc by GET, HEAD or POST. */
export function planCall(request: RestRequest, catalogue: Catalogue, role: Role): CallPlan {
  const routine = findRoutine(request, catalogue, role)
  const { returns } = routine
  const isRow = returns.kind === 'row'
  const guard = guardOf(request)
  if (guard?.kind === 'affected' && !returns.set) throw errors.tooManyAffectedScalar()
  const relation = isRow ? returns : { name: routine.name, columns: new Map() }
  const quiet = request.method === 'HEAD' || request.prefer.return === 'minimal' || returns.kind === 'void'
  return {
    kind: 'call',
    routine,
    args: argumentsOf(request, routine),
    output: isRow ? planOutput(returns, request.select, role) : scalarOutput(request, routine),
    where: planWhere(relation, request.where, role),
    order: planOrder(relation, request.order, role),
    ...planPage(request, MAX_ROWS),
    ...planBody(request.media, !quiet),
    guard: returns.kind === 'void' ? undefined : guard,
    readOnly: request.method !== 'POST' || !routine.volatile,
  }
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
 * whole body as a single unnamed json parameter.
 * @throws PGRST202 for none, PGRST203 for several
 */
function findRoutine(request: RestRequest, catalogue: Catalogue, role: Role): Routine {
  const { name } = request.target
  const known = (catalogue.routines.get(name) ?? []).filter(({ callers }) => callers.has(role))
  const names = argumentNames(request)
  const isNamed = request.method !== 'POST' || request.payload!.shape === 'object'
  const fitting = isNamed ? known.filter((routine) => fits(routine, names)) : []
  const candidates = fitting.length > 0 || request.method !== 'POST' ? fitting : known.filter(takesWholeBody)
  if (candidates.length > 1) throw errors.ambiguousFunction(candidates.map(signature))
  if (candidates.length === 0) throw errors.noFunction(name.slice(0, 100), names.slice(0, 20))
  return candidates[0]!
}

function fits({ parameters }: Routine, names: string[]): boolean {
  return (
    names.every((name) => parameters.some((parameter) => parameter.name === name)) &&
    parameters.every(({ name, required }) => (name === '' ? false : !required || names.includes(name)))
  )
}

function takesWholeBody({ parameters }: Routine): boolean {
  const [only, ...more] = parameters
  return more.length === 0 && only?.name === '' && (only.type === 'json' || only.type === 'jsonb')
}

function signature({ name, parameters }: Routine): string {
  return `public.${name}(${parameters.map((p) => `${p.name} => ${p.type}`).join(', ')})`
}

function argumentsOf(request: RestRequest, routine: Routine): CallPlan['args'] {
  if (takesWholeBody(routine)) return { kind: 'whole', json: request.payload!.json }
  if (request.method === 'POST') {
    return { kind: 'json', json: request.payload!.json, names: argumentNames(request) }
  }
  const values = new Map<string, string[]>()
  for (const [name, value] of request.args) values.set(name, [...(values.get(name) ?? []), value])
  return { kind: 'direct', values }
}

/** A scalar has no columns to select, filter or order by. */
function scalarOutput(request: RestRequest, routine: Routine): Output[] {
  const named = request.select.find((item) => item.kind !== 'star')
  if (named?.kind === 'relation') throw errors.noRelationship(routine.name, named.name, named.hint)
  if (named?.kind === 'column') throw errors.noColumn(routine.name, named.field.name)
  return []
}

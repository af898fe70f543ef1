import type { RestRequest } from '../request.ts'

/**
 * The facts about a request that policies and functions can read, as transaction settings. `request.eq` is a
 * JSON object of the columns that the request filters by equality with one exact text: top-level, and-ed,
 * plain filters. Neither `or`, `and=`, `not`, lists nor JSON paths set it. A column with two different values
 * is left out, so that a policy comparing with app.asked('column') reveals nothing to a caller who does not
 * know the value.
 */
export function planSettings(request: RestRequest): Record<string, string> {
  return {
    'request.eq': equalityJson(request),
    'request.method': request.method,
    'request.path': request.path,
    'request.headers': request.headers,
  }
}

function equalityJson({ where }: RestRequest): string {
  const values = new Map<string, string>()
  const conflicting = new Set<string>()
  for (const condition of where) {
    if (condition.kind !== 'filter' || condition.negated || condition.field.path.length > 0) continue
    const { operation, field } = condition
    if (operation.kind !== 'compare' || operation.operator !== 'eq' || operation.quantifier) continue
    if ((values.get(field.name) ?? operation.value) !== operation.value) conflicting.add(field.name)
    values.set(field.name, operation.value)
  }
  return JSON.stringify(Object.fromEntries([...values].filter(([name]) => !conflicting.has(name))))
}

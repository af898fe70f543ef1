import type { RestRequest } from '../request.ts'

/**
 * What policies and functions learn of a request, as transaction settings. `request.eq` is a JSON object of the
 * columns that the request asks to be equal to one exact text: top-level, and-ed, plain. Neither `or`, `and=`, `not`,
 * lists nor JSON paths set it, and a column asked for twice with different values is left out, so that a policy
 * comparing with app.asked('column') opens nothing to a caller who does not know the value.
 */
export function planSettings(request: RestRequest): Record<string, string> {
  return {
    'request.eq': askedJson(request),
    'request.method': request.method,
    'request.path': request.path,
    'request.headers': request.headers,
  }
}

function askedJson({ where }: RestRequest): string {
  const asked = new Map<string, string>()
  const disputed = new Set<string>()
  for (const condition of where) {
    if (condition.kind !== 'filter' || condition.negated || condition.field.path.length > 0) continue
    const { operation, field } = condition
    if (operation.kind !== 'compare' || operation.operator !== 'eq' || operation.quantifier) continue
    if ((asked.get(field.name) ?? operation.value) !== operation.value) disputed.add(field.name)
    asked.set(field.name, operation.value)
  }
  return JSON.stringify(Object.fromEntries([...asked].filter(([name]) => !disputed.has(name))))
}

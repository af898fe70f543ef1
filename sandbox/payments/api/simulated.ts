import { notSimulated } from './errors.ts'

/**
 * Refuses unsupported parameters that would change the outcome, rather than ignoring them.
 * Disabled ones (`false`, `{enabled: false}`) are accepted.
 * @param names supported parameters and those without effect, separated by white space
 * @throws 501 naming the first such parameter
 */
export function onlySimulated(operationId: string, params: object, names: string): void {
  const played = names.trim().split(/\s+/)
  for (const [name, value] of Object.entries(params)) {
    if (played.includes(name) || isOff(value)) continue
    throw notSimulated(`the parameter ${name} of ${operationId}`)
  }
}

function isOff(value: unknown): boolean {
  if (value === false || value === undefined || value === null || value === '') return true
  return typeof value === 'object' && 'enabled' in value && value.enabled === false
}

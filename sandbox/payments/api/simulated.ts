import { notSimulated } from './errors.ts'

/**
 * Refuses parameters that would change what happens but are not played here, rather than ignoring them.
 * Switched off (`false`, `{enabled: false}`), they change nothing and pass.
 * @param names the parameters that are played, or are of no consequence, separated by white space
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

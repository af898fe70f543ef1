import type { Preferences } from '../request.ts'

const NONE: Preferences = { unknown: [] }

const VALUES: Record<string, readonly string[]> = {
  return: ['representation', 'minimal', 'headers-only'],
  count: ['exact', 'planned', 'estimated'],
  resolution: ['merge-duplicates', 'ignore-duplicates'],
  missing: ['default', 'null'],
  tx: ['commit', 'rollback'],
  handling: ['strict', 'lenient'],
}

/**
 * Parses `Prefer`, a comma-separated list (repeated headers arrive joined by commas). The first of equal
 * names wins.
 */
export function parsePrefer(header: string | undefined): Preferences {
  if (!header) return NONE
  const known = new Map<string, string | number>()
  const unknown: string[] = []
  for (const preference of header.split(',').map((part) => part.trim())) {
    const [name = '', value = ''] = preference.split('=', 2)
    const accepted = Object.hasOwn(VALUES, name) && VALUES[name]!.includes(value)
    if (name === 'max-affected' && /^\d{1,15}$/.test(value)) first(known, 'maxAffected', Number(value))
    else if (name === 'timezone' && value !== '') first(known, 'timezone', value.slice(0, 100))
    else if (accepted) first(known, name, value)
    else if (preference) unknown.push(preference.slice(0, 100))
  }
  return { ...Object.fromEntries(known), unknown }
}

function first(known: Map<string, string | number>, name: string, value: string | number): void {
  if (!known.has(name)) known.set(name, value)
}

import { fieldOf, type Json, lineOf, listOf, objectOf, proseOf } from './read-json.ts'
import { fieldLabel } from './field-label.ts'

/** One entry of a custom block: a text, a list of texts, or nested entries. */
export interface CustomFact {
  label: string
  value: string | string[] | CustomFact[]
}

/** What visitors get of a custom block: its entries as a readable list. */
export interface CustomView {
  kind: 'custom'
  facts: CustomFact[]
}

const MOST_ENTRIES = 100
const DEEPEST = 4
/** Fields about the block, which are not part of its content. */
const ABOUT = ['type', 'requires_auth', 'required_plan', 'audience']

/** Converts data of an unknown type to readable rows. */
export function customView(data: Json): CustomView {
  const content = Object.fromEntries(Object.entries(data).filter(([name]) => !ABOUT.includes(name)))
  return { kind: 'custom', facts: factsOf(content, 1, { left: MOST_ENTRIES }) }
}

/** @param budget shared by all levels, so that no data can produce an endless page */
function factsOf(object: Json, level: number, budget: { left: number }): CustomFact[] {
  const facts: CustomFact[] = []
  for (const name of Object.keys(object)) {
    if (budget.left <= 0) break
    budget.left -= 1
    const value = valueOf(fieldOf(object, name), level, budget)
    if (value.length > 0) facts.push({ label: fieldLabel(lineOf(name, 60)), value })
  }
  return facts
}

function valueOf(value: unknown, level: number, budget: { left: number }): CustomFact['value'] {
  if (typeof value === 'string') return proseOf(value, 2000)
  if (typeof value !== 'object' || value === null) return lineOf(value)
  if (level >= DEEPEST) return ''
  if (!Array.isArray(value)) return factsOf(objectOf(value), level + 1, budget)
  const entries = listOf(value, MOST_ENTRIES)
  if (entries.every((entry) => typeof entry !== 'object'))
    return entries.map((entry) => lineOf(entry)).filter(Boolean)
  return factsOf(Object.fromEntries(entries.map((entry, at) => [String(at + 1), entry])), level + 1, budget)
}

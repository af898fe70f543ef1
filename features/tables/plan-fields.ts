import { randomBytes } from 'node:crypto'
import { fieldProblem } from '#kernel/browser/fields/check-field.ts'
import { OWN_COLUMNS } from '#kernel/browser/fields/field.ts'
import type { Field } from '#kernel/browser/fields/field.ts'
import { nameOfTitle } from '#kernel/browser/fields/name-of.ts'
import { withSlots } from '#kernel/browser/fields/slots.ts'
import type { GivenField } from './endpoints.ts'
import { tableErrors } from './errors.ts'

/** The stored fields of a table, and those that were removed but still have values. */
export interface StoredFields {
  fields: Field[]
  removed_fields: RemovedField[]
}

/** A field that can come back with its values for 30 days. */
export type RemovedField = Field & {
  /** ISO time. */
  removed_at: string
}

/**
 * What a changed list of fields is stored as: ids and names for new fields, slots where they are free.
 * @param isEmpty the table has no rows
 * @throws {AppError} bad_field
 */
export function planFields(given: GivenField[], before: StoredFields, isEmpty: boolean): StoredFields {
  // A removed field whose values are still there comes back with its id.
  const known = new Map([...before.removed_fields, ...before.fields].map((field) => [field.id, field]))
  const names = new Set<string>([...OWN_COLUMNS, ...given.flatMap(({ name }) => name ?? [])])
  const fields = given.map((field): Field => {
    const old = field.id === undefined ? undefined : known.get(field.id)
    if (field.id !== undefined && !old) throw badField(field, 'has an id that this table does not have')
    const name = field.name ?? old?.name ?? nameOfTitle(field.title, names)
    names.add(name)
    return { ...stored(field, old), id: old?.id ?? newFieldId(), name }
  })
  for (const field of fields) {
    const problem = fieldProblem(field) ?? duplicate(fields, field)
    if (problem) throw badField(field, problem)
  }
  const kept = new Set(fields.map(({ id }) => id))
  const gone = isEmpty
    ? []
    : [...before.removed_fields, ...before.fields.map((field) => ({ ...field, removed_at: now() }))].filter(
        ({ id }) => !kept.has(id),
      )
  const removed = withoutOldest(gone, fields)
  const placed = withSlots(fields, removed, isEmpty)
  const without = placed.find(({ unique, unique_slot }) => unique && !unique_slot)
  if (without) throw badField(without, 'cannot be unique: a table has at most two unique fields')
  return { fields: placed, removed_fields: removed }
}

/**
 * Takes the unique slots of the fields that were removed first, if present ones need them. The values are in other slots, from which
 * they are copied again when the field comes back.
 */
function withoutOldest(removed: RemovedField[], fields: Field[]): RemovedField[] {
  const held = removed
    .filter(({ unique_slot }) => unique_slot)
    .toSorted((a, b) => (a.removed_at < b.removed_at ? -1 : 1))
  const missing = fields.filter(({ unique }) => unique).length + held.length - UNIQUE_SLOTS
  const taken = new Set(held.slice(0, Math.max(0, missing)))
  return removed.map((field) => {
    if (!taken.has(field)) return field
    const { unique_slot: _, ...rest } = field
    return rest
  })
}

/** The settings of a field, with the slots that it has. Another kind gets slots of its own. What the caller says about slots is ignored. */
function stored(given: GivenField, old: Field | undefined) {
  const settings = { ...given }
  delete settings.slot
  delete settings.indexed
  delete settings.unique_slot
  // A field that comes back.
  delete (settings as Partial<RemovedField>).removed_at
  if (!old || old.kind !== settings.kind) return settings
  const { slot, unique_slot } = old
  // Rows that were added while the field was removed are not in its index.
  const indexed = 'removed_at' in old ? false : old.indexed
  return { ...settings, ...(slot && { slot, indexed }), ...(unique_slot && { unique_slot }) }
}

function duplicate(fields: Field[], { id, name }: Field): string | undefined {
  if ((OWN_COLUMNS as readonly string[]).includes(name)) return 'has a name that every table uses'
  return fields.some((other) => other.id !== id && other.name === name)
    ? 'has the name of another field'
    : undefined
}

const badField = ({ title }: { title: string }, problem: string) =>
  tableErrors.bad_field({ text: `The field “${title}” ${problem}.` })

/** `u1` and `u2`. */
const UNIQUE_SLOTS = 2
const now = () => new Date().toISOString()

const LETTERS = 'abcdefghijklmnopqrstuvwxyz234567'
const newFieldId = () => Array.from(randomBytes(8), (byte) => LETTERS[byte % 32]).join('')

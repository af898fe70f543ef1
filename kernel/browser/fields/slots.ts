import type { Field, FieldKind } from './field.ts'

/** Typed columns of `app.records`. The place is the bit of `indexed`, as in `app.record_slots()`. */
export const SLOTS = [
  't1',
  't2',
  't3',
  't4',
  't5',
  't6',
  'n1',
  'n2',
  'n3',
  'n4',
  'd1',
  'd2',
  'z1',
  'z2',
  'z3',
  'r1',
  'r2',
  'r3',
  'u1',
  'u2',
] as const

const LETTERS: Record<FieldKind, string> = {
  text: 't',
  email: 't',
  phone: 't',
  choice: 't',
  number: 'n',
  money: 'n',
  rating: 'n',
  position: 'n',
  date: 'd',
  date_time: 'z',
  relation: 'r',
  person: 'r',
  long_text: '',
  link: '',
  yes_no: '',
  choices: '',
  file: '',
  image: '',
}

const TYPES: Record<string, string> = {
  t: 'text',
  u: 'text',
  n: 'double precision',
  d: 'date',
  z: 'timestamp with time zone',
  r: 'uuid',
}

/** SQL type of a slot. */
export const slotType = (slot: string): string => TYPES[slot[0]!]!

/** Whether values of the kind can be in a slot. Filters and order on other fields read every row of the table. */
export const hasSlots = (kind: FieldKind): boolean => LETTERS[kind] !== ''

/** Whether a field of the kind can be unique: its value has a short text, and one spelling of it. */
export const canBeUnique = (kind: FieldKind): boolean =>
  hasSlots(kind) && kind !== 'rating' && kind !== 'date_time'

/**
 * Gives new fields the slots that are free. Fields that have one keep it. Fields of removed rows count as used, because
 * their values are still there.
 * @param isEmpty the table has no rows, so every index is complete
 */
export function withSlots(fields: readonly Field[], removed: readonly Field[], isEmpty: boolean): Field[] {
  const used = new Set([...fields, ...removed].flatMap(({ slot, unique_slot }) => [slot, unique_slot]))
  const take = (letter: string) => {
    const free = SLOTS.find((slot) => slot.startsWith(letter) && !used.has(slot))
    if (free) used.add(free)
    return free
  }
  return fields.map((field) => {
    const next = { ...field }
    if (next.slot === undefined && LETTERS[field.kind] !== '') {
      const slot = take(LETTERS[field.kind])
      if (slot) Object.assign(next, { slot, indexed: isEmpty })
    }
    if (!field.unique) delete next.unique_slot
    else next.unique_slot ??= take('u')
    return next
  })
}

/** The bits of `indexed` for rows of a table with these fields. */
export function indexMask(fields: readonly Field[]): number {
  return fields.reduce((mask, { slot }) => (slot ? mask | slotBit(slot) : mask), 0)
}

/** The bit of a slot in `indexed`. */
export const slotBit = (slot: string): number => 1 << SLOTS.indexOf(slot as (typeof SLOTS)[number])

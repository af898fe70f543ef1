import { isFileKind } from '#kernel/browser/fields/file-types.ts'
import type { GivenField } from '#features/tables/endpoints.ts'
import { FIELD_KINDS, OWN_COLUMNS } from '#kernel/browser/fields/field.ts'
import type { Field, FieldKind } from '#kernel/browser/fields/field.ts'
import { nameOfTitle } from '#kernel/browser/fields/name-of.ts'
import { fieldOfHeading } from './common-headings.ts'
import type { ColumnTarget } from './convert-rows.ts'
import type { DateOrder } from './date-text.ts'
import { matchField } from './guess-column.ts'
import type { FileColumn } from './import-session.ts'
import type { Decimal } from './number-text.ts'

/** Where a column goes: the name of a field, a new field of a kind, or nowhere. */
export type Target = `field:${string}` | `new:${FieldKind}` | 'none'

/** The user's choices for one column. */
export interface ColumnPlan {
  target: Target
  order: DateOrder
  decimal: Decimal
}

/** Kinds that a column can become. The others name things that a file cannot contain. */
export const NEW_KINDS = FIELD_KINDS.filter(
  (kind) => !['file', 'image', 'relation', 'person', 'position'].includes(kind),
)

/**
 * The plan to start with: fields with the column's name, fields that a common heading means and no column is named after, and new
 * fields of the guessed kinds for the rest.
 */
export function planColumns(
  columns: readonly FileColumn[],
  fields: readonly Field[],
  locale: string,
): ColumnPlan[] {
  const used = new Set<string>()
  const named = columns.map(({ title }) => matchField(fields, title))
  const meant = columns.map(({ title }, at) => named[at] ?? fieldOfHeading(fields, title))
  return columns.map((column, at) => {
    const isTaken = meant.some((other, place) => other === meant[at] && (named[place] ?? place < at))
    const field = named[at] ?? (isTaken ? undefined : meant[at])
    // Files are uploaded, not imported.
    const isFree = field && !used.has(field.name) && !isFileKind(field.kind)
    if (field) used.add(field.name)
    const isOwn = (OWN_COLUMNS as readonly string[]).includes(column.title)
    const target: Target = isFree ? `field:${field.name}` : isOwn || field ? 'none' : `new:${column.kind}`
    return { target, order: likelyOrder(column, locale), decimal: column.decimals[0] ?? '.' }
  })
}

function likelyOrder({ orders }: FileColumn, locale: string): DateOrder {
  const preferred: DateOrder = /^en-(US|PH)|^en$/i.test(locale) ? 'mdy' : 'dmy'
  return orders.find((order) => order === preferred) ?? orders[0] ?? 'ymd'
}

/** The fields that an import adds, and the columns with their fields, new or not. */
export interface PlannedFields {
  added: (Field & GivenField)[]
  targets: ColumnTarget[]
}

/** New fields get their final names here, so that rows can be checked before the fields exist. */
export function plannedFields(
  columns: readonly FileColumn[],
  plans: readonly ColumnPlan[],
  fields: readonly Field[],
): PlannedFields {
  const names = new Set<string>([...fields.map(({ name }) => name), ...OWN_COLUMNS])
  const added: Field[] = []
  const targets = plans.flatMap(({ target, ...notation }, column): ColumnTarget[] => {
    if (target === 'none') return []
    const [kind, name] = target.split(':') as ['field' | 'new', string]
    const field =
      kind === 'field'
        ? fields.find((each) => each.name === name)
        : newField(columns[column]!, name as FieldKind, names)
    if (!field) return []
    if (kind === 'new') added.push(field)
    return [{ column, field, ...notation }]
  })
  return { added, targets }
}

function newField(column: FileColumn, kind: FieldKind, names: Set<string>): Field {
  const title = column.title.slice(0, 80)
  const name = nameOfTitle(title, names)
  names.add(name)
  const isChoice = kind === 'choice' || kind === 'choices'
  const choices = (column.choices ?? [...new Set(column.samples)]).map((value) => ({ value, title: value }))
  return {
    id: '00000000',
    name,
    title,
    kind,
    ...(isChoice ? { choices } : {}),
    ...(kind === 'money' ? { currency: column.currency ?? 'eur' } : {}),
  }
}

/** Two columns cannot go to one field. @returns the field's title */
export function doubleTarget(plans: readonly ColumnPlan[], fields: readonly Field[]): string | undefined {
  const names = plans.flatMap(({ target }) => (target.startsWith('field:') ? [target.slice(6)] : []))
  const twice = names.find((name, at) => names.indexOf(name) !== at)
  return fields.find(({ name }) => name === twice)?.title
}

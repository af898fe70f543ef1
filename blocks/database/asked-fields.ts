import type { Field } from '#kernel/browser/fields/field.ts'
import type { AskedField, FormDesign } from '#kernel/browser/forms/form-design.ts'
import { ASKED_KINDS } from '#kernel/browser/forms/form-design.ts'

const askedKinds: readonly string[] = ASKED_KINDS

/**
 * The fields that a form asks for, with what its page needs and nothing else of the table: neither other fields nor column names,
 * defaults, audiences and slots. Fields that only an audience may write are left out.
 */
export function askedFields({ pages }: FormDesign, fields: readonly Field[]): AskedField[] {
  const asked = new Set(
    pages.flatMap(({ sections }) => sections.flatMap(({ questions }) => questions.map(({ field }) => field))),
  )
  return fields
    .filter(({ id, kind, audience }) => asked.has(id) && askedKinds.includes(kind) && audience === undefined)
    .map(askedOf)
}

/** What a page gets of one field. */
export function askedOf(field: Field): AskedField {
  const { id, title, kind, help, required, min, max, pattern, choices, currency, types } = field
  return {
    id,
    title,
    kind,
    ...(help !== undefined && { help }),
    ...(required && { required }),
    ...(min !== undefined && { min }),
    ...(max !== undefined && { max }),
    ...(pattern !== undefined && { pattern }),
    ...(choices && { choices: choices.map(({ value, title: name }) => ({ value, title: name })) }),
    ...(currency !== undefined && { currency }),
    ...(types && { types }),
  }
}

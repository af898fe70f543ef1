import type { Field } from '#kernel/browser/fields/field.ts'
import type { AskedField, Condition, FormDesign } from '#kernel/browser/forms/form-design.ts'
import { ASKED_KINDS } from '#kernel/browser/forms/form-design.ts'
import { holds } from '#kernel/browser/forms/form-rules.ts'

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

/**
 * The design with the questions for these fields alone. A field may have been removed or hidden after the design was saved: neither
 * its question nor a value to compare it with reaches the page. Such a comparison has the result of a question without an answer.
 */
export function askedDesign({ pages }: FormDesign, fields: readonly AskedField[]): FormDesign {
  const known = new Set(fields.map(({ id }) => id))
  const asked = new Set<string>()
  const kept = <T extends { when?: Condition }>(part: T): T[] => {
    const when = foldedCondition(part.when, asked)
    if (when === false) return []
    const { when: _, ...rest } = part
    return [(when === true ? rest : { ...rest, when }) as T]
  }
  return {
    // In the order of the design: a condition refers to what is before it.
    pages: pages.flatMap((given) =>
      kept(given).map((page) => ({
        ...page,
        sections: page.sections.flatMap((one) =>
          kept(one).map((section) => ({
            ...section,
            questions: section.questions.flatMap((question) => {
              const [left] = known.has(question.field) ? kept(question) : []
              if (left) asked.add(left.field)
              return left ?? []
            }),
          })),
        ),
      })),
    ),
  }
}

/** What is left of a condition when questions are missing; true or false if that decides it. */
function foldedCondition(when: Condition | undefined, asked: ReadonlySet<string>): Condition | boolean {
  if (!when) return true
  const isAll = 'all' in when
  const comparisons = isAll ? when.all : when.any
  const left = comparisons.filter(({ field }) => asked.has(field))
  const decided = comparisons
    .filter(({ field }) => !asked.has(field))
    .some((comparison) => holds({ all: [comparison] }, {}) !== isAll)
  if (decided) return !isAll
  if (left.length === 0) return isAll
  return isAll ? { all: left } : { any: left }
}

import type { Field } from '../fields/field.ts'
import { ASKED_KINDS, MOST_PAGES, MOST_QUESTIONS } from './form-design.ts'
import type { Condition, FormDesign, FormSettings } from './form-design.ts'

const askedKinds: readonly string[] = ASKED_KINDS

/**
 * What is wrong with a design for a table with these fields, in English; undefined if nothing is. Shared by the editor and the server.
 */
export function designProblem({ pages }: FormDesign, fields: readonly Field[]): string | undefined {
  const known = new Map(fields.map((field) => [field.id, field]))
  const earlier = new Set<string>()
  const always = new Set<string>()
  if (pages.length === 0 || pages.length > MOST_PAGES) return `A form has 1 to ${MOST_PAGES} pages.`
  for (const page of pages) {
    if (!refersBack(page.when, earlier)) return LATER
    for (const section of page.sections) {
      if (!refersBack(section.when, earlier)) return LATER
      for (const question of section.questions) {
        const field = known.get(question.field)
        if (!field) return 'A question fills a field that the table does not have.'
        if (!askedKinds.includes(field.kind) || field.audience !== undefined)
          return `A form cannot ask for the field “${field.title}”.`
        if (earlier.has(field.id)) return `Two questions fill the field “${field.title}”.`
        if (!refersBack(question.when, earlier)) return LATER
        earlier.add(field.id)
        if (!page.when && !section.when && !question.when) always.add(field.id)
      }
    }
  }
  if (earlier.size === 0) return 'A form needs a question.'
  if (earlier.size > MOST_QUESTIONS) return `A form has at most ${MOST_QUESTIONS} questions.`
  const missing = fields.find(
    ({ id, required, default: given }) => required && given === undefined && !always.has(id),
  )
  return missing && `The field “${missing.title}” is required, so it needs a question without a condition.`
}

const LATER = 'A condition refers to a question that does not come before it.'

function refersBack(when: Condition | undefined, earlier: ReadonlySet<string>): boolean {
  if (!when) return true
  return ('all' in when ? when.all : when.any).every(({ field }) => earlier.has(field))
}

/** The same for the settings: the sender's copy goes to an email field that the form asks for. */
export function settingsProblem(
  { confirm, edit_days, known_is_fine, payment }: FormSettings,
  { pages }: FormDesign,
  fields: readonly Field[],
): string | undefined {
  if (edit_days && known_is_fine)
    return 'A link to change what was sent would tell who is in the table already. Choose one of the two.'
  if (payment && known_is_fine)
    return 'Who pays must get a row. Choose a payment, or thanks for answers that are already in the table.'
  const isAsked = (id: string, kind: Field['kind']) =>
    fields.some((field) => field.id === id && field.kind === kind) &&
    pages.some(({ sections }) =>
      sections.some(({ questions }) => questions.some(({ field }) => field === id)),
    )
  if (payment?.quantity && !isAsked(payment.quantity, 'number'))
    return 'The number of units needs a question for a number.'
  if (confirm && !isAsked(confirm.field, 'email'))
    return 'The copy for the sender needs a question for an email address.'
  return undefined
}

/** The design that a new form starts with: every field that a form can ask for, on one page. */
export function designOf(fields: readonly Field[]): FormDesign {
  const questions = fields
    .filter(({ kind, audience }) => askedKinds.includes(kind) && audience === undefined)
    .map(({ id }) => ({ field: id }))
  return { pages: [{ sections: [{ questions }] }] }
}

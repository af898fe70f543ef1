import type { Fault, Value } from '../fields/read-value.ts'
import { readValue } from '../fields/read-value.ts'
import type { AskedField, Comparison, Condition, DesignPage, FormDesign, Question } from './form-design.ts'

/** Values by id of the field, as typed. */
export type Answers = Readonly<Record<string, unknown>>

export interface AnswerFault {
  /** Id of the field. */
  field: string
  /** Only the server knows these. `unique`: another row has this value. `file`: the upload is not there any more. `units`: it is not from 1 to 99. */
  code: Fault['code'] | 'unique' | 'file' | 'units'
  limit?: number
}

/** A page with what it shows for given answers. `sections` and `questions` are those of the design. */
export interface ShownPage {
  page: DesignPage
  sections: { title?: string; text?: string; questions: Question[] }[]
}

export interface Evaluation {
  /** Pages that show something. */
  pages: ShownPage[]
  /** Values of the questions that apply, by id of the field. Others are not in here: they are never stored. */
  values: Record<string, Value>
  faults: AnswerFault[]
}

/**
 * Applies a form to answers: which questions apply, and what is wrong. Browser and server run the same rules, and the server's
 * result alone counts. A question sees only the answers before it, so the order of the design is the order of evaluation.
 */
export function evaluateForm(
  design: FormDesign,
  fields: ReadonlyMap<string, AskedField>,
  answers: Answers,
): Evaluation {
  const values: Record<string, Value> = {}
  const faults: AnswerFault[] = []
  const pages: ShownPage[] = []

  function takeAnswer(question: Question): void {
    const field = fields.get(question.field)
    if (!field) return
    const given = Object.hasOwn(answers, field.id) ? answers[field.id] : undefined
    const required = Boolean(question.required || field.required)
    // A box that is not ticked is the answer No; a required one must be ticked.
    const input = field.kind === 'yes_no' && !question.hidden ? given === true || given === 'true' : given
    const { value, fault } = readValue({ name: '', ...field, required }, input, true)
    const isUnticked = required && field.kind === 'yes_no' && value === false
    if (fault) faults.push({ field: field.id, ...fault })
    else if (isUnticked) faults.push({ field: field.id, code: 'required' })
    else values[field.id] = value
  }

  for (const page of design.pages) {
    if (!holds(page.when, values)) continue
    const shown: ShownPage = { page, sections: [] }
    for (const { questions, when, ...heading } of page.sections) {
      if (!holds(when, values)) continue
      const section = { ...heading, questions: [] as Question[] }
      for (const question of questions) {
        if (!holds(question.when, values)) continue
        takeAnswer(question)
        if (!question.hidden && fields.has(question.field)) section.questions.push(question)
      }
      if (section.questions.length > 0 || section.text || section.title) shown.sections.push(section)
    }
    if (shown.sections.length > 0) pages.push(shown)
  }
  return { pages, values, faults }
}

/** Faults of the questions on one page. */
export function faultsOnPage({ sections }: ShownPage, faults: readonly AnswerFault[]): AnswerFault[] {
  const asked = new Set(sections.flatMap(({ questions }) => questions.map(({ field }) => field)))
  return faults.filter(({ field }) => asked.has(field))
}

/** Whether a condition holds for values by id of the field; a missing one counts as empty. */
export function holds(when: Condition | undefined, values: Readonly<Record<string, Value>>): boolean {
  if (!when) return true
  const compare = (comparison: Comparison) => matches(comparison, values[comparison.field] ?? null)
  return 'all' in when ? when.all.every(compare) : when.any.some(compare)
}

/** A question that does not apply or has no valid answer counts as empty. */
function matches({ is, value: wanted }: Comparison, value: Value): boolean {
  switch (is) {
    case 'empty':
      return value === null
    case 'filled':
      return value !== null
    case 'is':
      return isSame(value, wanted)
    case 'is_not':
      return !isSame(value, wanted)
    case 'has':
      return Array.isArray(value) && value.includes(String(wanted))
    case 'has_not':
      return !(Array.isArray(value) && value.includes(String(wanted)))
    case 'gt':
      return order(value, wanted) > 0
    case 'lt':
    default:
      return order(value, wanted) < 0
  }
}

function isSame(value: Value, wanted: Comparison['value']): boolean {
  if (value === null || wanted === undefined) return false
  return typeof value !== 'object' && String(value) === String(wanted)
}

/** Numbers by size, dates and times by their text. NaN compares as neither. */
function order(value: Value, wanted: Comparison['value']): number {
  if (typeof value === 'number') return value - Number(wanted)
  if (typeof value !== 'string' || typeof wanted !== 'string') return Number.NaN
  return value < wanted ? -1 : Number(value > wanted)
}

import type { AskedField, Condition, DesignPage, FormDesign, Section } from './form-design.ts'

/**
 * The part of a form that its sender can answer again. Hidden questions, files and the quantity that was paid for keep what was sent, and so
 * does every question whose condition depends on one of them, also through others: the page that shows the rest does not have the values that decide it.
 */
export function changeablePart(
  { pages }: FormDesign,
  fields: Iterable<AskedField>,
  paidQuantity?: string,
): { design: FormDesign; fields: AskedField[] } {
  const known = new Map([...fields].map((field) => [field.id, field]))
  const kept = new Map<string, AskedField>()
  const isDecided = ({ when }: { when?: Condition }) =>
    !when || ('all' in when ? when.all : when.any).every(({ field }) => kept.has(field))
  // In the order of the design: a condition refers to what is before it.
  const questionsOf = (section: Section) =>
    section.questions.filter((question) => {
      const field = known.get(question.field)
      if (!field || question.hidden || isFile(field) || field.id === paidQuantity || !isDecided(question))
        return false
      kept.set(field.id, field)
      return true
    })
  const sectionsOf = (page: DesignPage) =>
    page.sections.flatMap((section) => {
      if (!isDecided(section)) return []
      const questions = questionsOf(section)
      // The heading of questions that are all left out has nothing below it.
      return questions.length === 0 && section.questions.length > 0 ? [] : { ...section, questions }
    })
  const design: FormDesign = {
    pages: pages.flatMap((page) => {
      if (!isDecided(page)) return []
      const sections = sectionsOf(page)
      return sections.length === 0 && page.sections.length > 0 ? [] : { ...page, sections }
    }),
  }
  return { design, fields: [...kept.values()] }
}

const isFile = ({ kind }: AskedField) => kind === 'file' || kind === 'image'

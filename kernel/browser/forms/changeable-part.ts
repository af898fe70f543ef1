import type { AskedField, Condition, FormDesign } from './form-design.ts'

/**
 * The part of a form that its sender can answer again. Hidden questions and files keep what was sent, and so does every question whose
 * condition depends on one of them, also through others: the page that shows the rest does not have the values that decide it.
 */
export function changeablePart(
  { pages }: FormDesign,
  fields: Iterable<AskedField>,
): { design: FormDesign; fields: AskedField[] } {
  const known = new Map([...fields].map((field) => [field.id, field]))
  const kept = new Map<string, AskedField>()
  const isDecided = ({ when }: { when?: Condition }) =>
    !when || ('all' in when ? when.all : when.any).every(({ field }) => kept.has(field))
  // In the order of the design: a condition refers to what is before it.
  const design: FormDesign = {
    pages: pages.flatMap((page) =>
      isDecided(page)
        ? {
            ...page,
            sections: page.sections.flatMap((section) =>
              isDecided(section)
                ? {
                    ...section,
                    questions: section.questions.filter((question) => {
                      const field = known.get(question.field)
                      if (!field || question.hidden || isFile(field) || !isDecided(question)) return false
                      kept.set(field.id, field)
                      return true
                    }),
                  }
                : [],
            ),
          }
        : [],
    ),
  }
  return { design, fields: [...kept.values()] }
}

const isFile = ({ kind }: AskedField) => kind === 'file' || kind === 'image'

import type { DesignPage, FormDesign, Question } from '#kernel/browser/forms/form-design.ts'

/** A question with its place. */
export interface PlacedQuestion {
  page: number
  section: number
  question: Question
}

/** All questions in the order in which they are asked. */
export const questionsOf = ({ pages }: FormDesign): PlacedQuestion[] =>
  pages.flatMap(({ sections }, page) =>
    sections.flatMap(({ questions }, section) => questions.map((question) => ({ page, section, question }))),
  )

/** Questions before one with the field: those that its condition may compare. */
export function questionsBefore(design: FormDesign, field: string): Question[] {
  const all = questionsOf(design).map(({ question }) => question)
  return all.slice(
    0,
    all.findIndex((question) => question.field === field),
  )
}

const mapQuestions = (
  { pages }: FormDesign,
  change: (questions: Question[], page: number, section: number) => Question[],
): FormDesign => ({
  pages: pages.map((page, at) => ({
    ...page,
    sections: page.sections.map((section, place) => ({
      ...section,
      questions: change(section.questions, at, place),
    })),
  })),
})

/** Changes settings of a question. Those that are undefined are removed. */
export const withQuestion = (design: FormDesign, field: string, settings: Partial<Question>): FormDesign =>
  mapQuestions(design, (questions) =>
    questions.map((question) =>
      question.field === field ? compact({ ...question, ...settings }) : question,
    ),
  )

const compact = <T extends object>(value: T): T =>
  Object.fromEntries(Object.entries(value).filter(([, setting]) => setting !== undefined)) as T

/** Asks for another field, at the end of the last page. */
export function withField({ pages }: FormDesign, field: string): FormDesign {
  const last = pages.at(-1) ?? { sections: [] }
  const section = last.sections.at(-1) ?? { questions: [] }
  const sections = last.sections.toSpliced(-1, 1, {
    ...section,
    questions: [...section.questions, { field }],
  })
  return { pages: pages.toSpliced(-1, 1, { ...last, sections }) }
}

/** Removes a question, and the conditions that refer to it. */
export function withoutQuestion(design: FormDesign, field: string): FormDesign {
  const removed = mapQuestions(design, (questions) =>
    questions.filter((question) => question.field !== field),
  )
  return withoutReferences(removed, field)
}

function withoutReferences({ pages }: FormDesign, field: string): FormDesign {
  const clean = <T extends { when?: Question['when'] }>(part: T): T => {
    if (!part.when) return part
    const isAll = 'all' in part.when
    const left = ('all' in part.when ? part.when.all : part.when.any).filter((one) => one.field !== field)
    return compact({ ...part, when: left.length === 0 ? undefined : isAll ? { all: left } : { any: left } })
  }
  return {
    pages: pages.map((page) => ({
      ...clean(page),
      sections: page.sections.map((section) => ({
        ...clean(section),
        questions: section.questions.map(clean),
      })),
    })),
  }
}

/** Moves a question by one place, at the end of a page to the next page. */
export function withMoved(design: FormDesign, field: string, by: 1 | -1): FormDesign {
  const all = questionsOf(design)
  const at = all.findIndex(({ question }) => question.field === field)
  const here = all[at]
  if (!here) return design
  const neighbor = all[at + by]
  const isSame = neighbor && neighbor.page === here.page && neighbor.section === here.section
  const without = mapQuestions(design, (questions) =>
    questions.filter((question) => question.field !== field),
  )
  // To the neighbor's place, or over the border of a page, which may be empty.
  const places = design.pages.flatMap(({ sections }, page) =>
    sections.map((_, section) => ({ page, section })),
  )
  const own = places.findIndex(({ page, section }) => page === here.page && section === here.section)
  const target = isSame ? here : places[own + by]
  if (!target) return design
  return mapQuestions(without, (questions, page, section) => {
    if (page !== target.page || section !== target.section) return questions
    const place = isSame
      ? questions.findIndex((question) => question.field === neighbor.question.field) + (by === 1 ? 1 : 0)
      : by === 1
        ? 0
        : questions.length
    return questions.toSpliced(place, 0, here.question)
  })
}

/** Starts another page after the last one. */
export const withPage = ({ pages }: FormDesign): FormDesign => ({
  pages: [...pages, { title: `Page ${pages.length + 1}`, sections: [{ questions: [] }] }],
})

/** Removes a page; its questions go to the page before it. */
export function withoutPage({ pages }: FormDesign, at: number): FormDesign {
  const before = pages[at - 1]
  const page = pages[at]
  if (!before || !page) return { pages }
  return {
    pages: pages.toSpliced(at - 1, 2, { ...before, sections: [...before.sections, ...page.sections] }),
  }
}

export const withPageSettings = (
  { pages }: FormDesign,
  at: number,
  settings: Partial<DesignPage>,
): FormDesign => ({
  pages: pages.map((page, place) => (place === at ? compact({ ...page, ...settings }) : page)),
})

/** Without pages that ask for nothing, which a form cannot have a use for. */
export const withoutEmptyPages = ({ pages }: FormDesign): FormDesign => ({
  pages: pages.filter(({ sections }) => sections.some(({ questions }) => questions.length > 0)),
})

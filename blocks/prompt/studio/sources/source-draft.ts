import type { GivenSource, SourceDesign, StaffSource } from '#blocks/prompt/endpoints-studio.ts'
import type { SourceKind } from '#blocks/prompt/endpoints.ts'

export interface AnswerDraft {
  question: string
  answer: string
}

/** A source as the form has it. Only the fields of its kind are used. */
export interface SourceDraft {
  title: string
  audience: string | null
  url: string
  /** Beginnings of paths, a line for each. */
  include: string
  exclude: string
  mostPages: string
  /** Empty: only when someone says so. */
  syncDays: string
  file: SourceDesign['file']
  answers: AnswerDraft[]
  table: string
  /** Ids of fields; empty: all that the asking person may see. */
  fields: string[]
  /** Separated by commas; empty: all items. */
  tags: string
  /** Id of a series; empty: all events. */
  series: string
}

export const emptySource = (): SourceDraft => ({
  title: '',
  audience: null,
  url: '',
  include: '',
  exclude: '',
  mostPages: '100',
  syncDays: '7',
  file: undefined,
  answers: [{ question: '', answer: '' }],
  table: '',
  fields: [],
  tags: '',
  series: '',
})

export function sourceDraftOf({ title, audience, design, sync_days: days }: StaffSource): SourceDraft {
  const { pages, file, answers, table, library, events } = design
  return {
    ...emptySource(),
    title,
    audience,
    syncDays: days === null ? '' : String(days),
    ...(pages && {
      url: pages.url,
      include: pages.include.join('\n'),
      exclude: pages.exclude.join('\n'),
      mostPages: String(pages.most),
    }),
    ...(file && { file }),
    ...(answers && { answers }),
    ...(table && { table: table.table, fields: table.fields }),
    ...(library && { tags: library.tags.join(', ') }),
    ...(events && { series: events.series ?? '' }),
  }
}

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

const tagsOf = (text: string) => [
  ...new Set(
    text
      .split(',')
      .map((tag) => tag.trim())
      .filter(Boolean),
  ),
]

/** Those with a question or an answer. */
const writtenOf = ({ answers }: SourceDraft) =>
  answers
    .map(({ question, answer }) => ({ question: question.trim(), answer: answer.trim() }))
    .filter(({ question, answer }) => question || answer)

function designOf(draft: SourceDraft, kind: SourceKind): SourceDesign {
  switch (kind) {
    case 'pages':
      return {
        pages: {
          url: draft.url.trim(),
          include: linesOf(draft.include),
          exclude: linesOf(draft.exclude),
          most: Number(draft.mostPages),
        },
      }
    case 'file':
      return draft.file ? { file: draft.file } : {}
    case 'answers':
      return { answers: writtenOf(draft) }
    case 'table':
      return { table: { table: draft.table, fields: draft.fields } }
    case 'library':
      return { library: { tags: tagsOf(draft.tags) } }
    case 'events':
    default:
      return { events: { series: draft.series || null } }
  }
}

/** Tables, library and events have the audiences of what they read. */
export const hasAudience = (kind: SourceKind): boolean =>
  kind === 'pages' || kind === 'file' || kind === 'answers'

/** What the server gets of a draft without problems. @param fallback title of a source without one */
export const givenSourceOf = (draft: SourceDraft, kind: SourceKind, fallback: string): GivenSource => ({
  title: (draft.title.trim() || draft.file?.name || fallback).slice(0, 160),
  kind,
  design: designOf(draft, kind),
  audience: !hasAudience(kind) ? null : draft.audience,
  sync_days: kind === 'pages' && draft.syncDays ? Number(draft.syncDays) : null,
})

export type SourceProblems = Partial<Record<keyof SourceDraft, string>>

/** Empty if the source can be saved. */
export function sourceProblems(draft: SourceDraft, kind: SourceKind): SourceProblems {
  const problems: SourceProblems = {}
  if (kind === 'pages') {
    if (!/^https:\/\/[^\s/]+/.test(draft.url.trim()) || !URL.canParse(draft.url.trim()))
      problems.url = 'Enter an address that begins with https://'
    for (const name of ['include', 'exclude'] as const)
      if (linesOf(draft[name]).some((line) => !/^\/\S{0,500}$/.test(line)))
        problems[name] = 'Enter beginnings of paths, such as /docs, one a line.'
    const most = /^\d{1,4}$/.test(draft.mostPages.trim()) ? Number(draft.mostPages) : 0
    if (most < 1 || most > 1000) problems.mostPages = 'Enter a number from 1 to 1,000.'
  }
  if (kind === 'file' && !draft.file) problems.file = 'Upload a file.'
  if (kind === 'table' && !draft.table) problems.table = 'Choose a table.'
  if (kind === 'answers') {
    const written = writtenOf(draft)
    if (written.length === 0) problems.answers = 'Write a question and its answer.'
    else if (written.some(({ question, answer }) => !question || !answer))
      problems.answers = 'Each question needs an answer, and each answer a question.'
  }
  return problems
}

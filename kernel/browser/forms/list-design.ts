import type { Field } from '../fields/field.ts'
import type { AskedField } from './form-design.ts'
import { ASKED_KINDS } from './form-design.ts'

export const LAYOUTS = ['list', 'cards', 'table', 'calendar'] as const
export type Layout = (typeof LAYOUTS)[number]

/** How a list shows the rows of its table. Fields are named by id. */
export interface ListDesign {
  /** Fields that are shown, in order. The first is the heading of an entry in a list or on a card. */
  fields: string[]
  /** Below the title. */
  text?: string
  /** Instead of the sentence for an empty list. */
  empty?: string
  /** Field that orders the rows; default: when they were created. */
  order?: string
  /** Default true: newest, last or greatest first. */
  descending?: boolean
  /** Choices and boxes by which visitors can filter. */
  filters?: string[]
  /** Visitors can search the texts that are shown. */
  search?: boolean
  /** Visitors can order a table by its columns. */
  sort?: boolean
  /** 1 to 100; default 20. */
  page_size?: number
  /** Members can change and delete their own rows here, if the rights of the table allow it. */
  own_rows?: boolean
  /** Date or time that places an entry in a calendar, whose entries are in this order. */
  date?: string
  /** Fields of an entry's own view, to which the list leads. The first is its heading. Absent: entries have no view of their own. */
  details?: string[]
}

export const DEFAULT_PAGE = 20
/** Entries of a month. */
export const MOST_IN_MONTH = 500
export const MOST_PAGE = 100

const shownKinds: readonly string[] = ASKED_KINDS
const FILTERED: readonly string[] = ['choice', 'choices', 'yes_no']
/** Kinds whose order a visitor would understand. */
export const SORTED_KINDS: readonly string[] = [
  'text',
  'number',
  'money',
  'date',
  'date_time',
  'rating',
  'choice',
  'yes_no',
]
const SEARCHED: readonly string[] = ['text', 'long_text', 'email', 'link', 'phone']

/** Whether a search looks into values of the kind. */
export const isSearched = ({ kind }: Pick<AskedField, 'kind'>): boolean => SEARCHED.includes(kind)

/** Whether values of the kind are days or times. */
export const isDated = ({ kind }: Pick<AskedField, 'kind'>): boolean =>
  kind === 'date' || kind === 'date_time'

/** What is wrong with a design for a table with these fields, in English; undefined if nothing is. */
export function listProblem(
  design: ListDesign,
  fields: readonly Field[],
  layout: Layout = 'list',
): string | undefined {
  const known = new Map(fields.map((field) => [field.id, field]))
  const date = known.get(design.date ?? '')
  if (layout === 'calendar' && !(date && isDated(date))) return 'A calendar needs a field with a date.'
  if (design.fields.length === 0) return 'A list shows at least one field.'
  if (new Set(design.fields).size !== design.fields.length) return 'A list shows each field once.'
  for (const id of design.fields) {
    const field = known.get(id)
    if (!field) return 'A list shows a field that the table does not have.'
    if (!shownKinds.includes(field.kind)) return `A list cannot show the field “${field.title}”.`
  }
  if (design.details?.length === 0) return 'A view of one entry shows at least one field.'
  if (new Set(design.details).size !== (design.details ?? []).length)
    return 'A view of one entry shows each field once.'
  for (const id of design.details ?? []) {
    const field = known.get(id)
    if (!field || !shownKinds.includes(field.kind))
      return 'A view of one entry shows a field that it cannot show.'
  }
  for (const id of design.filters ?? []) {
    const field = known.get(id)
    if (!field || !design.fields.includes(id) || !FILTERED.includes(field.kind))
      return 'Visitors filter by choices and yes/no fields that are shown.'
  }
  if (design.order !== undefined) {
    const field = known.get(design.order)
    if (
      !field ||
      !(SORTED_KINDS.includes(field.kind) || field.kind === 'position') ||
      field.audience !== undefined
    )
      return 'A list is ordered by a field that everyone may see and that has an order.'
  }
  return undefined
}

/** The design that a new list starts with. */
export function listDesignOf(fields: readonly Field[]): ListDesign {
  const shown = fields.filter(({ kind, audience }) => shownKinds.includes(kind) && audience === undefined)
  return { fields: shown.slice(0, 6).map(({ id }) => id), search: true }
}

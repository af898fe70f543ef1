import type { Field, FieldKind } from '#kernel/browser/fields/field.ts'
import { valueText } from '#kernel/browser/fields/value-text.ts'
import { readTyped } from './typed-value.ts'

/** A condition that rows must meet. All filters of a view must be met. */
export interface Filter {
  /** Name of a field, or `approved`. */
  field: string
  operator: FilterOperator
  /** As typed; empty for operators without a value. */
  value: string
}

export const OPERATORS = {
  contains: 'contains',
  starts: 'starts with',
  is: 'is',
  is_not: 'is not',
  above: 'is greater than',
  below: 'is less than',
  from: 'is from',
  before: 'is before',
  has: 'includes',
  yes: 'is yes',
  no: 'is no',
  empty: 'is empty',
  filled: 'is not empty',
} as const
export type FilterOperator = keyof typeof OPERATORS

const TEXTS: FilterOperator[] = ['contains', 'starts', 'is', 'is_not', 'empty', 'filled']
const NUMBERS: FilterOperator[] = ['is', 'is_not', 'above', 'below', 'empty', 'filled']
const TIMES: FilterOperator[] = ['is', 'from', 'before', 'empty', 'filled']
const BY_KIND: Partial<Record<FieldKind, FilterOperator[]>> = {
  number: NUMBERS,
  money: NUMBERS,
  rating: NUMBERS,
  position: NUMBERS,
  date: TIMES,
  date_time: ['from', 'before', 'empty', 'filled'],
  yes_no: ['yes', 'no', 'empty'],
  choice: ['is', 'is_not', 'empty', 'filled'],
  choices: ['has', 'empty', 'filled'],
  file: ['empty', 'filled'],
  image: ['empty', 'filled'],
  relation: ['is', 'empty', 'filled'],
  person: ['is', 'empty', 'filled'],
}

/** The operators of a kind, the usual one first. */
export const operatorsOf = (kind: FieldKind): readonly FilterOperator[] => BY_KIND[kind] ?? TEXTS

const VALUELESS = new Set<FilterOperator>(['yes', 'no', 'empty', 'filled'])
export const needsValue = (operator: FilterOperator): boolean => !VALUELESS.has(operator)

/** What a filter asks of a row; undefined if its value is missing or no value of the field, so that it does not apply yet. */
export function filterTerm(
  field: Field,
  { operator, value }: Filter,
): [operator: string, value: string] | undefined {
  if (operator === 'empty') return ['is', 'null']
  if (operator === 'filled') return ['not.is', 'null']
  if (operator === 'yes') return ['is', 'true']
  if (operator === 'no') return ['is', 'false']
  if (value.trim() === '') return undefined
  if (operator === 'contains') return ['ilike', `*${escapePattern(value)}*`]
  if (operator === 'starts') return ['ilike', `${escapePattern(value)}*`]
  if (operator === 'has') return ['cs', `{${JSON.stringify(value)}}`]
  // A value outside the field's own limits may still be compared with.
  const { min: _min, max: _max, pattern: _pattern, ...unlimited } = field
  const read = readTyped(unlimited, value)
  if (read.fault || read.value === null) return undefined
  const text = valueText(read.value)
  return [COMPARISONS[operator] ?? 'eq', text]
}

const COMPARISONS: Partial<Record<FilterOperator, string>> = {
  is: 'eq',
  is_not: 'neq',
  above: 'gt',
  below: 'lt',
  from: 'gte',
  before: 'lt',
}

/** Signs that patterns give a meaning to. The data API has no way to escape `*`, which means any text. */
const escapePattern = (text: string) => text.replaceAll(/[\\%_]/g, '\\$&')

/** All filters that apply, as terms of the data API. */
export function filterTerms(
  fields: readonly Field[],
  filters: readonly Filter[],
): [column: string, operator: string, value: string][] {
  return filters.flatMap((filter): [string, string, string][] => {
    if (filter.field === 'approved') return [['approved', 'is', String(filter.operator === 'yes')]]
    const field = fields.find(({ name }) => name === filter.field)
    const term = field && filterTerm(field, filter)
    return term ? [[filter.field, ...term]] : []
  })
}

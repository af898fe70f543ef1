import { Check } from 'lucide-react'
import type { Field } from '#kernel/browser/fields/field.ts'
import type { StoredFile } from '#kernel/browser/fields/read-value.ts'
import { formatPrice } from '#kernel/browser/money.ts'
import { Badge } from '#ui/base/badge.tsx'
import { toneOfColor } from '../fields/choice-colors.ts'
import { FileCell } from './file-cell.tsx'
import { ReferenceName } from './reference-name.tsx'

/** Kinds whose values are compared by their digits. */
export const isNumeric = ({ kind }: Field): boolean => ['number', 'money', 'position'].includes(kind)

const MARKUP: readonly Field['kind'][] = ['yes_no', 'choice', 'choices', 'rating', 'file', 'image']

/** Kinds whose values are shown as one text, which ends in an ellipsis where it is too long. */
export const isOneText = ({ kind }: Field): boolean => !MARKUP.includes(kind)

const DAY = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' })
const MOMENT = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })
const NUMBER = new Intl.NumberFormat(undefined, { maximumFractionDigits: 12 })

/** A value in a cell: one line, formatted for its kind. Nothing for no value. */
export function CellValue({ field, value }: { field: Field; value: unknown }) {
  if (value === null || value === undefined || value === '') return null
  switch (field.kind) {
    case 'yes_no':
      return value ? (
        <Check size={16} strokeWidth={1.75} aria-label="Yes" />
      ) : (
        <span className="text-text-3">No</span>
      )
    case 'choice':
      return <ChoiceBadge field={field} value={value as string} />
    case 'choices':
      return (
        <span className="space-x-1">
          {(value as string[]).map((each) => (
            <ChoiceBadge key={each} field={field} value={each} />
          ))}
        </span>
      )
    case 'rating':
      return <Stars value={value as number} of={field.max ?? 5} />
    case 'file':
    case 'image':
      return <FileCell file={value as StoredFile} isPicture={field.kind === 'image'} />
    case 'relation':
    case 'person':
      return <ReferenceName field={field} id={value as string} />
    default:
      return valueInWords(field, value)
  }
}

/** Relations and persons are named by what is loaded; their text is only an id. */
export const isReference = ({ kind }: Field): boolean => kind === 'relation' || kind === 'person'

/** A value as one text, for cells of words and numbers, and for screen readers. */
export function valueInWords(field: Field, value: unknown): string {
  if (value === null || value === undefined) return ''
  switch (field.kind) {
    case 'money':
      return formatPrice(value as number, field.currency ?? 'eur')
    case 'number':
    case 'position':
      return NUMBER.format(value as number)
    case 'rating':
      return `${NUMBER.format(value as number)} of ${field.max ?? 5}`
    case 'yes_no':
      return value ? 'Yes' : 'No'
    case 'date':
      return DAY.format(new Date(value as string))
    case 'date_time':
      return MOMENT.format(new Date(value as string))
    case 'choice':
      return choiceOf(field, value as string)?.title ?? (value as string)
    case 'choices':
      return (value as string[]).map((each) => choiceOf(field, each)?.title ?? each).join(', ')
    case 'file':
    case 'image':
      return (value as StoredFile).name
    case 'relation':
    case 'person':
      return (value as string).slice(-8)
    case 'link':
      return (value as string).replace(/^https?:\/\//, '')
    default:
      return value as string
  }
}

const choiceOf = ({ choices = [] }: Field, value: string) => choices.find((choice) => choice.value === value)

function ChoiceBadge({ field, value }: { field: Field; value: string }) {
  const choice = choiceOf(field, value)
  return <Badge tone={toneOfColor(choice?.color)}>{choice?.title ?? value}</Badge>
}

/** One element, because a grid shows hundreds of them. The star is drawn: not every font has one. */
function Stars({ value, of }: { value: number; of: number }) {
  return (
    <>
      <span className="bb-grid-stars" style={{ inlineSize: `${value}em` }} aria-hidden="true" />
      <span className="sr-only">{`${value} of ${of}`}</span>
    </>
  )
}

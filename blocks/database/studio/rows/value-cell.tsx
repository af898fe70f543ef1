import { Star } from 'lucide-react'
import { formatDate, formatDateTime } from '#kernel/browser/dates.ts'
import type { Field } from '#kernel/browser/fields/field.ts'
import { formatPrice } from '#kernel/browser/money.ts'
import { Badge } from '#ui/base/badge.tsx'
import { toneOfColor } from '../fields/choice-colors.ts'

/** Values of the API are texts, numbers and files; anything else is shown as JSON. */
const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? `${value}` : JSON.stringify(value)

/** A value of a row, read-only and in one line. */
export function ValueCell({ field, value }: { field: Field; value: unknown }) {
  if (value === null || value === undefined || value === '') return <span className="text-text-3">–</span>
  switch (field.kind) {
    case 'yes_no':
      return <>{value ? 'Yes' : 'No'}</>
    case 'number':
    case 'position':
      return <span className="tabular-nums">{Number(value).toLocaleString('en-US')}</span>
    case 'money':
      return <span className="tabular-nums">{formatPrice(Number(value), field.currency ?? 'eur')}</span>
    case 'rating':
      return <Stars count={Number(value)} of={field.max ?? 5} />
    case 'date':
      // A day has no time zone: noon is the same day everywhere.
      return <span className="whitespace-nowrap">{formatDate(`${textOf(value)}T12:00:00`)}</span>
    case 'date_time':
      return <span className="whitespace-nowrap">{formatDateTime(textOf(value))}</span>
    case 'choice':
      return <ChoiceBadge field={field} value={textOf(value)} />
    case 'choices':
      return (
        <span className="inline-flex gap-1">
          {(value as string[]).map((one) => (
            <ChoiceBadge key={one} field={field} value={one} />
          ))}
        </span>
      )
    case 'file':
    case 'image':
      return <>{(value as { name: string }).name}</>
    case 'relation':
    case 'person':
      return <span className="font-mono text-caption">{textOf(value).slice(0, 8)}</span>
    default:
      return <>{textOf(value)}</>
  }
}

function ChoiceBadge({ field, value }: { field: Field; value: string }) {
  const choice = field.choices?.find((one) => one.value === value)
  return <Badge tone={toneOfColor(choice?.color)}>{choice?.title ?? value}</Badge>
}

function Stars({ count, of }: { count: number; of: number }) {
  return (
    <span className="inline-flex align-middle text-warn">
      <span className="sr-only">{`${count} of ${of}`}</span>
      {Array.from({ length: of }, (_, at) => (
        <Star key={at} size={14} strokeWidth={1.75} aria-hidden fill={at < count ? 'currentColor' : 'none'} />
      ))}
    </span>
  )
}

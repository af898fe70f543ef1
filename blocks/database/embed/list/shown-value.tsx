import { day, money, number } from '#kernel/browser/local.ts'
import type { StoredFile, Value } from '#kernel/browser/fields/read-value.ts'
import { valueText } from '#kernel/browser/fields/value-text.ts'
import type { AskedField } from '#kernel/browser/forms/form-design.ts'
import { texts } from '../texts/spoken.ts'

/** Pixels in the layout; narrower columns scale it. */
const MOST_WIDTH = 320

/** A value as visitors read it. User-supplied text has its own direction, and its links get no access to this window. */
export function Shown({ field, value }: { field: AskedField; value: Value | undefined }) {
  if (value === undefined || value === null) return null
  if (field.kind === 'link' && typeof value === 'string' && /^https?:/i.test(value))
    return (
      <a className="list-link" href={value} target="_blank" rel="noopener noreferrer nofollow ugc">
        <bdi>{value.replace(/^https?:\/\/(?:www\.)?/, '').replace(/\/$/, '')}</bdi>
      </a>
    )
  if (typeof value === 'object' && 'link' in value && value.link)
    return <ShownFile field={field} file={value} />
  if (field.kind === 'rating' && typeof value === 'number') return <Stars value={value} of={field.max ?? 5} />
  return <bdi>{textOf(field, value)}</bdi>
}

/** Drawn, because not every font has a star. */
function Stars({ value, of }: { value: number; of: number }) {
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the theme's colors draw it
    <span className="list-stars" role="img" aria-label={texts.list.stars(number(value), number(of))}>
      {Array.from({ length: of }, (_, at) => (
        <i key={at} data-on={at < value ? '' : undefined} />
      ))}
    </span>
  )
}

/** A picture in its place, and every file as a download. The address is for this visitor and ends after an hour or two. */
function ShownFile({ field, file }: { field: AskedField; file: StoredFile }) {
  const { url, picture } = file.link!
  if (!picture || !file.width || !file.height)
    return (
      <a className="list-link" href={url} download={file.name}>
        <bdi>{file.name}</bdi>
      </a>
    )
  const width = Math.min(file.width, MOST_WIDTH)
  return (
    <a className="list-picture" href={url} download={file.name}>
      <img
        src={picture}
        alt={file.name || field.title}
        loading="lazy"
        width={width}
        height={Math.round((width * file.height) / file.width)}
      />
    </a>
  )
}

function textOf({ kind, currency = 'eur', choices = [] }: AskedField, value: Value): string {
  const titleOf = (each: string) => choices.find((choice) => choice.value === each)?.title ?? each
  if (kind === 'yes_no') return value === true ? texts.list.yes : texts.list.no
  if (kind === 'choices' && Array.isArray(value)) return value.map((each) => titleOf(String(each))).join(', ')
  if (typeof value === 'number') {
    return kind === 'money' ? money(value, currency) : number(value)
  }
  if (typeof value !== 'string') return valueText(value)
  if (kind === 'choice') return titleOf(value)
  // The server and the browser may be in different time zones: a plain date is a day everywhere.
  if (kind === 'date') return day(`${value}T12:00:00`)
  return kind === 'date_time' ? `${day(value)}, ${value.slice(11, 16)} UTC` : value
}

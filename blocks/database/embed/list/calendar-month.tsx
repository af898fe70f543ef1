import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { EmbedApi } from '#kernel/browser/embed-page.ts'
import { formatTag, month as monthName, number } from '#kernel/browser/local.ts'
import { Button } from '#ui/base/button.tsx'
import type { ListedRow } from '#blocks/database/endpoints.ts'
import type { ListView } from '../data-types.ts'
import { texts } from '../texts/spoken.ts'
import { addMonths, dayOfValue, firstWeekday, moveDay, today, weeksOf } from './calendar-days.ts'
import type { Day, Month, Zone } from './calendar-days.ts'
import { Entry, ToEntry } from './list-rows.tsx'
import type { OpenEntry } from './list-rows.tsx'
import { OwnRow } from './own-row.tsx'
import { Shown } from './shown-value.tsx'

/** Entries of a day in the month; the others are named by their number. */
const MOST_IN_DAY = 3

export interface CalendarMonthProps {
  list: ListView & Required<Pick<ListView, 'date'>>
  rows: ListedRow[]
  month: Month
  embed: EmbedApi | undefined
  open: OpenEntry | undefined
  onMonth: (month: Month) => void
  onChanged: (id: string, row: ListedRow | undefined) => void
}

/** A month as a grid of days, with the entries of the chosen day below it; on narrow pages, the days that have entries. */
export function CalendarMonth(props: CalendarMonthProps) {
  const { list, rows, month, onMonth } = props
  const isTime = list.date.kind === 'date_time'
  // Server and browser render the same first: without a day that is today, and with times in UTC.
  const [now, setNow] = useState<Day>()
  const [focused, setFocused] = useState<Day>(`${month}-01`)
  const [picked, setPicked] = useState<Day>()
  const grid = useRef<HTMLTableElement>(null)
  /** The day that a key moved to, until it has the focus. */
  const moved = useRef<Day>(undefined)
  const zone: Zone = now === undefined ? 'UTC' : undefined
  const byDay = new Map<Day, ListedRow[]>()
  for (const row of rows) {
    const day = dayOfValue(list.date, row.values[list.date.id], zone)
    if (day?.startsWith(month)) byDay.set(day, [...(byDay.get(day) ?? []), row])
  }
  const tag = formatTag()
  const first = firstWeekday(tag)
  const weeks = weeksOf(month, first)
  const active = focused.startsWith(month) ? focused : `${month}-01`

  useEffect(() => {
    const day = today()
    // oxlint-disable-next-line react/set-state-in-effect -- known only in the visitor's browser, after the page took over the server's HTML
    setNow(day)
    setFocused(day)
  }, [])

  // Before the next key: the focused day may have left the document with its month.
  useLayoutEffect(() => {
    if (moved.current !== active) return
    moved.current = undefined
    grid.current?.querySelector<HTMLElement>(`[data-day="${active}"]`)?.focus()
  }, [active])

  function go(to: Month) {
    setPicked(undefined)
    onMonth(to)
  }

  function press(event: KeyboardEvent) {
    // Screen readers can focus other days than the active one.
    const { day: from } = (event.target as HTMLElement).dataset
    const day = from && moveDay(from, event.key, first, document.dir === 'rtl')
    if (!day) return
    event.preventDefault()
    moved.current = day
    setFocused(day)
    if (!day.startsWith(month)) go(day.slice(0, 7))
  }

  function pick(day: Day) {
    setFocused(day)
    setPicked(day === picked ? undefined : day)
  }

  const name = monthName(`${month}-15T12:00:00`)
  const shown = picked?.startsWith(month) ? picked : undefined
  return (
    <div className="cal" aria-busy={(isTime && now === undefined) || undefined}>
      <div className="cal-head">
        <h2 aria-live="polite">{name}</h2>
        <Button size="small" disabled={month === now?.slice(0, 7)} onClick={() => go(today().slice(0, 7))}>
          {texts.calendar.today}
        </Button>
        <Button size="small" aria-label={texts.calendar.previous} onClick={() => go(addMonths(month, -1))}>
          <span aria-hidden="true" className="cal-arrow" />
        </Button>
        <Button size="small" aria-label={texts.calendar.next} onClick={() => go(addMonths(month, 1))}>
          <span aria-hidden="true" className="cal-arrow" data-next />
        </Button>
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- its buttons are moved along by arrow keys */}
      <table ref={grid} className="cal-grid" aria-label={name} onKeyDown={press}>
        <thead>
          <tr>
            {Array.from({ length: 7 }, (_, at) => (
              <th key={at} scope="col" abbr={weekday(tag, first + at, 'long')}>
                {weekday(tag, first + at, 'short')}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((days) => (
            <tr key={days.find(Boolean)}>
              {days.map((day, at) =>
                day ? (
                  // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- its button takes the keys
                  <td
                    key={day}
                    onClick={(event) => (event.target as Element).closest('a') ?? pick(day)}
                    data-today={day === now ? '' : undefined}
                    data-picked={day === shown ? '' : undefined}
                  >
                    <button
                      type="button"
                      className="cal-day"
                      data-day={day}
                      tabIndex={day === active ? 0 : -1}
                      onFocus={() => setFocused(day)}
                      aria-current={day === now ? 'date' : undefined}
                      aria-pressed={day === shown}
                      aria-label={`${dayName(tag, day)}, ${texts.calendar.entries(byDay.get(day)?.length ?? 0)}`}
                    >
                      {number(Number(day.slice(8)))}
                    </button>
                    <DayEntries {...props} rows={byDay.get(day) ?? []} zone={zone} tag={tag} />
                  </td>
                ) : (
                  // oxlint-disable-next-line react/no-array-index-key, jsx-a11y/control-has-associated-label -- places without a day
                  <td key={at} className="cal-none" />
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
      <div className="cal-picked" aria-live="polite">
        {shown ? <DayList {...props} day={shown} rows={byDay.get(shown) ?? []} tag={tag} /> : null}
      </div>
      <div className="cal-agenda">
        {[...byDay.keys()].toSorted().map((day) => (
          <DayList key={day} {...props} day={day} rows={byDay.get(day)!} tag={tag} zone={zone} />
        ))}
        {byDay.size === 0 ? <p className="list-empty">{texts.calendar.none}</p> : null}
      </div>
    </div>
  )
}

interface OfDay extends CalendarMonthProps {
  tag: string
  zone?: Zone
}

/** The first entries of a day in its cell. */
function DayEntries({ list, rows, open, tag, zone }: OfDay) {
  if (rows.length === 0) return null
  const field = list.fields.find(({ id }) => id !== list.date.id) ?? list.date
  const shown = rows.length > MOST_IN_DAY ? rows.slice(0, MOST_IN_DAY - 1) : rows
  return (
    <ul className="cal-entries">
      {shown.map((row) => (
        <li key={row.id}>
          <ToEntry row={row} open={open}>
            <Time list={list} row={row} tag={tag} zone={zone} />
            <Shown field={field} value={row.values[field.id]} />
          </ToEntry>
        </li>
      ))}
      {shown.length < rows.length ? (
        <li className="cal-others">{`+${number(rows.length - shown.length)}`}</li>
      ) : null}
    </ul>
  )
}

/** All entries of a day. */
function DayList({ list, rows, day, embed, open, onChanged, tag, zone }: OfDay & { day: Day }) {
  const others = { ...list, fields: list.fields.filter(({ id }) => id !== list.date.id) }
  return (
    <section>
      <h3>{dayName(tag, day)}</h3>
      {rows.length === 0 ? <p className="list-empty">{texts.calendar.noneOfDay}</p> : null}
      <ul className="list-rows">
        {rows.map((row) => (
          <li key={row.id}>
            <Time list={list} row={row} tag={tag} zone={zone} />
            <Entry list={others} row={row} open={open} level={4} />
            <OwnRow list={list} row={row} embed={embed} onChanged={onChanged} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The time of an entry that has one. */
function Time({ list, row, tag, zone }: Pick<OfDay, 'list' | 'tag' | 'zone'> & { row: ListedRow }) {
  const value = row.values[list.date.id]
  if (list.date.kind !== 'date_time' || typeof value !== 'string') return null
  const options = { hour: 'numeric', minute: '2-digit', ...(zone && { timeZone: zone }) } as const
  return (
    <time className="cal-time" dateTime={value}>
      {new Date(value).toLocaleTimeString(tag, options)}
    </time>
  )
}

/** January 2, 2000 was a Sunday. */
const weekday = (tag: string, at: number, length: 'long' | 'short') =>
  new Date(Date.UTC(2000, 0, 2 + at)).toLocaleDateString(tag, { weekday: length, timeZone: 'UTC' })

const dayName = (tag: string, day: Day) =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString(tag, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  })

import { useState } from 'react'
import { inZone, number } from '#kernel/browser/local.ts'
import { EventList, type EventListProps } from './event-list.tsx'
import { monthAfter, weeksOf } from './month-days.ts'
import { texts } from './texts/spoken.ts'
import { dayIn } from './when.ts'

/** Any Monday: the names of the days follow from it. */
const MONDAY = Date.UTC(2026, 0, 5)

/** A month with its events, which are listed below it. Days are those at the place of the event. */
export function EventCalendar({ events, focused, onOpen }: EventListProps) {
  const days = events.map(({ starts_at, zone }) => dayIn(starts_at, zone))
  const came = events.findIndex(({ id }) => id === focused)
  const [month, setMonth] = useState((days[Math.max(came, 0)] ?? '').slice(0, 7))
  const [day, setDay] = useState<string>()
  const inMonth = events.filter((_, place) => days[place]!.startsWith(month))
  const shown = day ? events.filter((_, place) => days[place] === day) : inMonth
  const { list } = texts

  function turn(by: number) {
    setMonth(monthAfter(month, by))
    setDay(undefined)
  }
  const arrow = (by: 1 | -1, label: string) => (
    <button type="button" aria-label={label} onClick={() => turn(by)}>
      <span className="tk-arrow" data-back={by < 0 ? '' : undefined} />
    </button>
  )
  return (
    <>
      <div className="tk-month">
        {arrow(-1, list.previous)}
        <h2 aria-live="polite">{inZone(`${month}-01T12:00Z`, 'UTC', { month: 'long', year: 'numeric' })}</h2>
        {arrow(1, list.next)}
      </div>
      <table className="tk-days">
        <caption className="tk-unseen">{list.month}</caption>
        <thead>
          <tr>
            {Array.from({ length: 7 }, (_, place) => {
              const name = (style: 'long' | 'narrow') =>
                inZone(new Date(MONDAY + place * 86_400_000).toISOString(), 'UTC', { weekday: style })
              return (
                <th key={place} scope="col" abbr={name('long')}>
                  {name('narrow')}
                </th>
              )
            })}
          </tr>
        </thead>
        <tbody>
          {weeksOf(month).map((week, row) => (
            <tr key={row}>
              {week.map((one, place) => {
                const count = days.filter((own) => own === one).length
                return (
                  <td key={one ?? place}>
                    {one && count ? (
                      <button
                        type="button"
                        aria-pressed={day === one}
                        aria-label={list.day(
                          inZone(`${one}T12:00Z`, 'UTC', { day: 'numeric', month: 'long' }),
                          count,
                        )}
                        onClick={() => setDay(day === one ? undefined : one)}
                      >
                        {number(Number(one.slice(8)))}
                      </button>
                    ) : one ? (
                      number(Number(one.slice(8)))
                    ) : null}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
      {shown.length ? (
        <EventList events={shown} focused={focused} onOpen={onOpen} />
      ) : (
        <p className="tk-quiet">{list.none}</p>
      )}
    </>
  )
}

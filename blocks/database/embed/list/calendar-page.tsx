import './list-page.css'
import './calendar-page.css'
import { useRef, useState } from 'react'
import { refusalWords } from '#kernel/browser/call.ts'
import type { EmbedApi, EmbedPageProps } from '#kernel/browser/embed-page.ts'
import { readList } from '#blocks/database/endpoints.ts'
import type { ListedRow, ListQuery } from '#blocks/database/endpoints.ts'
import type { ListPageData, ListView } from '../data-types.ts'
import { texts } from '../texts/spoken.ts'
import { rangeOf } from './calendar-days.ts'
import type { Month } from './calendar-days.ts'
import { CalendarMonth } from './calendar-month.tsx'
import { ListProblem } from './list-problem.tsx'
import { ListClosed } from './list-closed.tsx'
import { ListHead } from './list-head.tsx'
import { RowView } from './row-view.tsx'
import { useEntry } from './use-entry.ts'
import { useFreshRows } from './use-fresh-rows.ts'

export { language } from '../texts/spoken.ts'
export const sample = () => import('./calendar-sample.ts')

const PAUSE_MS = 300

type Asked = Pick<ListQuery, 'search' | 'filters'> & { month: Month }

/** A list with the layout `calendar`, at the address of all lists: rows by the day of one of their fields. */
export default function CalendarPage({ data, embed }: EmbedPageProps<ListPageData>) {
  const { list, month } = data
  if (data.error || !data.tenant || !list?.date || !month) return <ListProblem error={data.error} />
  return <OneCalendar list={{ ...list, date: list.date }} month={month} data={data} embed={embed} />
}

interface OneCalendarProps {
  list: ListView & Required<Pick<ListView, 'date'>>
  month: Month
  data: ListPageData
  embed: EmbedApi | undefined
}

function OneCalendar({ list, month: first, data, embed }: OneCalendarProps) {
  const [{ rows, more, closed }, setRows] = useState(data.first)
  const [asked, setAsked] = useState<Asked>({ month: first })
  const [problem, setProblem] = useState('')
  const entry = useEntry(list, data)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latest = useRef({ request: 0, asked })

  async function load(next: Asked, isQuiet = false) {
    const { month, ...query } = next
    const own = ++latest.current.request
    try {
      const found = await embed!.call(readList, { list: list.id, ...query, ...rangeOf(list.date, month) })
      if (own !== latest.current.request) return
      setRows(found)
      setProblem('')
    } catch (error) {
      if (own === latest.current.request && !isQuiet)
        setProblem(refusalWords(error, { ...texts.errors, unexpected: texts.list.failed }))
    }
  }

  function change(next: Asked, wait = 0) {
    setAsked(next)
    latest.current.asked = next
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void load(next), wait)
  }

  useFreshRows(embed, (isQuiet) => load(latest.current.asked, isQuiet))

  const replace = (id: string, row: ListedRow | undefined) => {
    setRows((before) => ({
      ...before,
      rows: before.rows.flatMap((one) => (one.id === id ? (row ?? []) : one)),
    }))
    // Its day may be another one.
    if (row) void load(latest.current.asked)
  }

  if (entry.id)
    return (
      <RowView
        key={entry.id}
        list={list}
        id={entry.id}
        known={entry.id === data.row ? data.opened : rows.find(({ id }) => id === entry.id)}
        isWhole={entry.id === data.row && data.opened !== undefined}
        embed={embed}
        back={entry.back}
        isOpened={entry.isOpened}
        onBack={entry.close}
        onChanged={replace}
      />
    )
  return (
    <section>
      <ListHead
        list={list}
        query={asked}
        problem={problem}
        isClosed={closed !== undefined}
        onChange={(next, isTyped) => change({ month: asked.month, ...next }, isTyped ? PAUSE_MS : 0)}
      />
      {closed ? (
        <ListClosed why={closed} data={data} embed={embed} />
      ) : (
        <CalendarMonth
          list={list}
          rows={rows}
          month={asked.month}
          embed={embed}
          open={entry.open}
          onMonth={(month) => change({ ...asked, month })}
          onChanged={replace}
        />
      )}
      {more ? <p className="list-empty">{texts.calendar.more}</p> : null}
    </section>
  )
}
